// Drift of floats in a field of currents: grids, interpolation and the step in
// time. Everything is in metres and seconds.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "drift/grid.hpp"
#include "io.hpp"

using std::size_t;
using Seconds = double;
typedef std::vector<double> Row;

namespace drift {

constexpr double earth_radius = 6.371e6;
inline int steps_taken = 0;

enum class Scheme : unsigned char { euler, midpoint, rk4 };

/// A point or a velocity in the plane.
struct Vec {
    double x = 0, y = 0;

    Vec() = default;
    constexpr Vec(double x, double y) : x{x}, y{y} {}

    constexpr Vec operator+(const Vec& o) const { return {x + o.x, y + o.y}; }
    constexpr Vec operator*(double k) const { return {x * k, y * k}; }
    Vec& operator+=(const Vec& o)
    {
        x += o.x;
        y += o.y;
        return *this;
    }
    explicit operator bool() const noexcept { return x != 0 || y != 0; }
    friend bool operator==(const Vec& a, const Vec& b) { return a.x == b.x && a.y == b.y; }
};

inline double length(const Vec& v) { return std::hypot(v.x, v.y); }

template <typename T>
concept Field = requires(const T& f, Vec at, Seconds t) {
    { f.velocity(at, t) } -> std::same_as<Vec>;
};

/// What every current answers.
class Current {
public:
    virtual ~Current() = default;
    [[nodiscard]] virtual Vec velocity(Vec at, Seconds t) const = 0;
    virtual std::string name() const { return "current"; }

protected:
    Current() = default;
};

/**
 * A rectangular grid of values, one row after the other.
 */
template <typename T, size_t Border = 1>
class Grid {
public:
    using value_type = T;
    struct Cell {
        size_t row, column;
        bool inside(const Grid& g) const { return row < g.rows_ && column < g.columns_; }
    };

    Grid(size_t rows, size_t columns) : rows_(rows), columns_(columns), values_(rows * columns) {}

    T& operator()(size_t row, size_t column) { return values_[row * columns_ + column]; }
    const T& operator()(size_t row, size_t column) const { return values_[row * columns_ + column]; }

    template <typename F>
    void fill(F&& value)
    {
        for (size_t r = 0; r < rows_; ++r)
            for (size_t c = 0; c < columns_; ++c)
                (*this)(r, c) = value(r, c);
    }

    T interpolate(double row, double column) const;
    static constexpr size_t border() { return Border; }

private:
    size_t rows_, columns_;
    std::vector<T> values_;
};

template <typename T, size_t Border>
T Grid<T, Border>::interpolate(double row, double column) const
{
    const auto r = static_cast<size_t>(row), c = static_cast<size_t>(column);
    const double dr = row - r, dc = column - c;
    return (*this)(r, c) * ((1 - dr) * (1 - dc)) + (*this)(r, c + 1) * ((1 - dr) * dc)
         + (*this)(r + 1, c) * (dr * (1 - dc)) + (*this)(r + 1, c + 1) * (dr * dc);
}

// A tide that turns with a period and has the same strength everywhere.
class Tide final : public Current {
public:
    explicit Tide(double strength, Seconds period = 44712) : strength_{strength}, period_{period} {}

    Vec velocity(Vec, Seconds t) const override;
    std::string name() const override { return "tide"; }

private:
    double strength_;
    Seconds period_;
};

Vec Tide::velocity(Vec, Seconds t) const
{
    const double phase = 2 * M_PI * t / period_;
    return {strength_ * std::cos(phase), 0.3 * strength_ * std::sin(phase)};
}

namespace {

Vec clamp(Vec v, double most)
{
    const double n = length(v);
    return n > most ? v * (most / n) : v;
}

struct Counter {
    ~Counter() { ++steps_taken; }
};

} // namespace

namespace detail {
template <Field F>
Vec midpoint(const F& field, Vec at, Seconds t, Seconds dt)
{
    const Vec half = at + field.velocity(at, t) * (dt / 2);
    return field.velocity(half, t + dt / 2);
}
} // namespace detail

/// Moves floats along; keeps where each has been.
class Tracker {
public:
    struct Float {
        std::string id;
        std::vector<Vec> path;
        std::optional<Seconds> stranded;
    };

    Tracker(std::unique_ptr<Current> current, Scheme scheme);
    Tracker(const Tracker&) = delete;
    Tracker& operator=(const Tracker&) = delete;

    void release(std::string id, Vec at);
    void release(const std::vector<Float>& floats);
    size_t step(Seconds dt);

    auto begin() const { return floats_.begin(); }
    auto end() const { return floats_.end(); }

private:
    Vec advance(Vec at, Seconds dt) const;

    std::unique_ptr<Current> current_;
    Scheme scheme_;
    Seconds now_ = 0;
    std::vector<Float> floats_;
};

Tracker::Tracker(std::unique_ptr<Current> current, Scheme scheme)
    : current_(std::move(current)), scheme_(scheme)
{
}

void Tracker::release(std::string id, Vec at)
{
    floats_.push_back({std::move(id), {at}, std::nullopt});
}

void Tracker::release(const std::vector<Float>& floats)
{
    std::copy(floats.begin(), floats.end(), std::back_inserter(floats_));
}

Vec Tracker::advance(Vec at, Seconds dt) const
{
    switch (scheme_) {
    case Scheme::euler:
        return at + current_->velocity(at, now_) * dt;
    default:
        return at + detail::midpoint(*current_, at, now_, dt) * dt;
    }
}

/// Moves all that are not stranded, and returns how many those are.
size_t Tracker::step(Seconds dt)
{
    Counter counted;
    auto moving = [](const Float& f) { return !f.stranded; };
    size_t n = 0;
    for (auto& f : floats_) {
        if (!moving(f))
            continue;
        f.path.push_back(clamp(advance(f.path.back(), dt), earth_radius));
        ++n;
    }
    now_ += dt;
    return n;
}

} // namespace drift

#define DRIFT_VERSION "1.4"

int main(int argc, char* argv[])
{
    drift::Tracker tracker(std::make_unique<drift::Tide>(0.6), drift::Scheme::midpoint);
    tracker.release(argc > 1 ? argv[1] : "A", {0, 0});
    for (int i = 0; i < 96; ++i)
        tracker.step(900);
    return static_cast<int>(tracker.begin()->path.size() % 2);
}
