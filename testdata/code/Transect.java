package org.fieldstation.survey;

import static java.util.stream.Collectors.groupingBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.function.Function;
import org.fieldstation.units.Metres;

/**
 * A line across the shore along which plants are counted at fixed distances.
 * Not safe for use by several threads.
 */
public class Transect implements Iterable<Transect.Station>, AutoCloseable {
    /** The longest tape that divers take along. */
    public static final int MAX_LENGTH = 100;
    private static final Map<String, Species> KNOWN = new HashMap<>();

    static {
        KNOWN.put("LH", Species.LAMINARIA);
        KNOWN.put("SP", Species.SACCORHIZA);
    }

    private final String site;
    private final List<Station> stations = new ArrayList<>();
    private int reads, writes;

    public Transect(String site) {
        this(site, List.of());
    }

    public Transect(String site, Collection<? extends Station> stations) {
        this.site = Objects.requireNonNull(site);
        this.stations.addAll(stations);
    }

    /** What was counted at one distance. */
    public record Station(Metres distance, double depth, Map<Species, Integer> counts) implements Comparable<Station> {
        public Station {
            if (depth < 0) {
                throw new IllegalArgumentException("depth " + depth);
            }
            counts = Map.copyOf(counts);
        }

        public static Station empty(double metres) {
            return new Station(Metres.of(metres), 0, Map.of());
        }

        public int total() {
            return counts.values().stream().mapToInt(Integer::intValue).sum();
        }

        @Override
        public int compareTo(Station other) {
            return distance.compareTo(other.distance);
        }
    }

    /** Kelps of the southern coast. */
    public enum Species {
        LAMINARIA("Laminaria hyperborea") {
            @Override
            double weight(double length) {
                return 0.42 * Math.pow(length, 1.9);
            }
        },
        SACCORHIZA("Saccorhiza polyschides"),
        UNKNOWN("");

        private final String latin;

        Species(String latin) {
            this.latin = latin;
        }

        public String latin() {
            return latin;
        }

        double weight(double length) {
            return length;
        }
    }

    @FunctionalInterface
    public interface Rule<T extends Comparable<? super T>> {
        Optional<String> check(T value);

        default Rule<T> and(Rule<T> next) {
            return value -> check(value).or(() -> next.check(value));
        }

        static <U extends Comparable<? super U>> Rule<U> atMost(U limit, String what) {
            return value -> value.compareTo(limit) > 0 ? Optional.of(what) : Optional.empty();
        }
    }

    public @interface Counted {
        String by() default "two divers";

        int times() default 1;
    }

    public sealed interface Outcome permits Good, Bad {}

    public record Good(Transect transect) implements Outcome {}

    public record Bad(int line, String why) implements Outcome {}

    /**
     * Reads a table of distance, depth and counts.
     *
     * @throws IOException if the file cannot be read
     */
    public static Outcome read(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            Transect out = new Transect(file.getFileName().toString());
            String line;
            for (int n = 1; (line = in.readLine()) != null; n++) {
                try {
                    out.add(parse(line));
                } catch (NumberFormatException e) {
                    return new Bad(n, e.getMessage());
                }
            }
            return new Good(out);
        }
    }

    private static Station parse(String line) {
        String[] cells = line.split(";", -1);
        Map<Species, Integer> counts = new EnumMap<>(Species.class);
        for (int i = 2; i + 1 < cells.length; i += 2) {
            counts.merge(KNOWN.getOrDefault(cells[i], Species.UNKNOWN), Integer.parseInt(cells[i + 1]), Integer::sum);
        }
        return new Station(Metres.of(Double.parseDouble(cells[0])), Double.parseDouble(cells[1]), counts);
    }

    public Transect add(Station station) {
        stations.add(station);
        writes++;
        return this;
    }

    public Transect add(double distance, double depth) {
        return add(new Station(Metres.of(distance), depth, Map.of()));
    }

    @Counted(by = "one diver")
    public <K> Map<K, List<Station>> by(Function<? super Station, ? extends K> key) {
        reads++;
        return stations.stream().collect(groupingBy(key));
    }

    @Override
    public Iterator<Station> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < stations.size();
            }

            @Override
            public Station next() {
                return stations.get(next++);
            }
        };
    }

    @Override
    public void close() {
        stations.clear();
    }

    // Deepest first; stations of one depth as they stand on the tape.
    static final class ByDepth implements Comparator<Station> {
        @Override
        public int compare(Station a, Station b) {
            int order = Double.compare(b.depth(), a.depth());
            return order != 0 ? order : a.compareTo(b);
        }
    }
}

/** Counts over many transects. */
class Summary {
    private final Map<Transect.Species, Integer> totals = new TreeMap<>();

    void take(Transect transect) {
        for (Transect.Station s : transect) {
            s.counts().forEach((species, n) -> totals.merge(species, n, Integer::sum));
        }
    }

    int of(Transect.Species species) {
        return totals.getOrDefault(species, 0);
    }
}
