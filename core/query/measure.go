package query

import (
	"slices"
	"strings"

	"ibid/core/text"
)

// A measure is a figure that people ask for by a name that the page with its
// parts does not bear: nobody prints a quick ratio, but the balance sheet it is
// computed from. These are the usual definitions of financial analysis.
type measure struct {
	names string // how it is asked for, folded, separated by bars
	parts string // what stands on the page it is taken from
}

// The three statements, by the words of their titles and of lines that stand
// nowhere else.
const (
	balance  = "consolidated balance sheets total assets"
	income   = "consolidated statements of income earnings operations net income per share"
	cashFlow = "consolidated statements of cash flows operating activities investing activities financing activities"
)

var measures = []measure{
	{"balance sheet|statement of financial position", balance + " total current assets total liabilities"},
	{"income statement|statement of income|profit and loss|p l statement|p l", income},
	{"cash flow statement|statement of cash flow|statement of cash flows", cashFlow},

	{"working capital|current ratio", "total current assets total current liabilities balance sheets"},
	{"quick ratio|acid test", "cash and cash equivalents receivables total current liabilities balance sheets"},
	{"cash ratio|cash_ratio", "cash and cash equivalents total current liabilities balance sheets"},
	{"days payable|dpo|payable turnover|payables turnover", "accounts payable cost of sales inventories balance sheets"},
	{"days sales outstanding|dso|receivable turnover|receivables turnover", "accounts receivable revenue balance sheets"},
	{"inventory turnover|days inventory|dio|sold its inventory", "inventories cost of sales balance sheets"},
	{"cash conversion cycle", "accounts receivable accounts payable inventories cost of sales balance sheets"},
	{"pp e|ppe|ppne|pp&e|fixed asset|fixed assets", "property plant and equipment net balance sheets"},
	{"capitalization ratio|capitalisation ratio|debt to equity|debt to assets|total debt|leverage ratio", "long-term debt short-term debt total equity balance sheets"},
	{"goodwill|accrued liabilities|accrual liabilities|total liabilities|current liabilities|current assets|total assets", balance},

	{"return on assets|roa", "net income total assets balance sheets"},
	{"return on equity|return on average equity|roe", "net income total shareholders equity balance sheets"},
	{"return on capital|return on invested capital|roic|roce|capital employed|invested capital", "operating income total assets total current liabilities long-term debt equity balance sheets"},

	{"ebitda", "operating income depreciation and amortization statements of cash flows"},
	{"ebit|operating income|operating margin|operating profit", "operating income statements of income"},
	{"gross margin|gross margins|gross profit", "gross profit cost of sales revenue statements of income"},
	{"net margin|profit margin|net profit", "net income revenue statements of income"},
	{"effective tax", "income tax expense provision income before income taxes statements of income"},
	{"interest coverage", "interest expense operating income statements of income"},
	{"cogs|cost of goods", "cost of sales cost of revenue statements of income"},
	{"sg a|sg&a", "selling general and administrative expenses"},
	{"eps", "earnings per share diluted"},

	{"capital expenditure|capital expenditures|capex", "purchases of property plant and equipment additions statements of cash flows investing activities"},
	{"free cash flow|fcf", "net cash provided by operating activities capital expenditures statements of cash flows"},
	{"dividends paid|dividend payout|pay the dividend", "cash dividends paid statements of cash flows"},
}

// minAsked is how many words a question has that asks for more than where a
// measure is spoken of.
const minAsked = 3

// related are the folded words that stand where the answer to a question does,
// though the question has other ones: each once, none of words.
func related(question string, words []string) []string {
	if len(words) < minAsked {
		return nil
	}
	said := " " + strings.Join(text.Forms(question), " ") + " "
	var out []string
	for _, m := range measures {
		named := func(name string) bool { return strings.Contains(said, " "+name+" ") }
		if !slices.ContainsFunc(strings.Split(m.names, "|"), named) {
			continue
		}
		for _, w := range text.Forms(m.parts) {
			if !IsStopWord(w) && !slices.Contains(words, w) && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out[:min(len(out), MaxRelated)]
}
