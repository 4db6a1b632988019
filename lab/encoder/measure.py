"""
Figures of the encoder, of its mean with the linear model, of both weighed (`stacked`) and of the cascade, which asks
`stacked` only where the linear verdict is `uncertain`, beside the linear model alone, on sources that neither saw, with
95 % intervals of a cluster bootstrap. Markdown on standard output.
"""

import argparse
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

from train import FOLDS, Texts

RESAMPLES = 200
FEWEST = 50
"""Texts of a class that a genre needs for figures of its own."""
AIMED_FALSE_ALARMS = 0.005
AIMED_MISSES = 0.03
LENGTHS = [(40, 59), (60, 149), (150, 299), (300, 10**6)]
SCORERS = ["linear", "encoder", "mean", "stacked", "verdict", "cascade"]
"""
`verdict` is the cascade without a second reader: the linear verdict where it is `ai` or `human`, the linear score in
between. The verdict knows more than the score (papers are judged strictly), so that only what the cascade has beyond it
is the encoder's.
"""
RANKED = SCORERS[:4]
"""Those with a score of their own; those of the others are only an order."""


class Sample:
    """The windows that one run scored, with every scorer's score of them."""

    def __init__(self, data: Path, ranks: int, files: list[Path]) -> None:
        texts = Texts(data, ranks)
        rows = texts.rows
        logits = np.zeros(len(rows))
        for file in files:
            kept = np.load(file)
            logits[kept["rows"]] = kept["logits"]
        self.is_ai, self.fold, self.rank = texts.is_ai, texts.fold, texts.rank
        self.genre = texts.genre_names[texts.genre]
        self.words = np.array([row["words"] for row in rows])
        self.cluster = np.array([f"{row['source']} {row['cluster']}" for row in rows])
        verdicts = np.array([row["linearVerdict"] for row in rows])
        score = np.clip([row["linearScore"] for row in rows], 1e-6, 1 - 1e-6)
        linear = np.log(score / (1 - score))
        length = np.log(np.maximum(self.words, 1) / 150)
        encoder = self.fitted(texts, logits, length, logits * length)
        stacked = self.fitted(texts, linear, encoder, linear * length, encoder * length)


        def after_verdict(second: np.ndarray) -> np.ndarray:
            return np.select([verdicts == "ai", verdicts == "human"], [linear + 1000, linear - 1000], second)

        mean = (linear + encoder) / 2
        scores = [linear, encoder, mean, stacked, after_verdict(linear), after_verdict(stacked)]
        self.scores = dict(zip(SCORERS, scores, strict=True))
        self.verdicts = {name: self.judged(own) for name, own in self.scores.items()}
        self.uncertain_at_first = verdicts == "uncertain"

    def fitted(self, texts: Texts, *columns: np.ndarray) -> np.ndarray:
        """Log-odds by logistic regression on some columns, fitted for each fold on the others."""
        inputs = np.stack([np.ones(len(self.fold)), *columns], 1)
        given = np.zeros(len(self.fold))
        for fold in range(FOLDS):
            rows = np.flatnonzero(self.fold != fold)
            beta = fit_logistic(inputs[rows], self.is_ai[rows], texts.importance(rows))
            own = self.fold == fold
            given[own] = inputs[own] @ beta
        return given

    def judged(self, scores: np.ndarray) -> np.ndarray:
        """1 for `ai`, -1 for `human`, 0 for `uncertain`, by thresholds that the other folds give."""
        verdicts = np.zeros(len(scores), int)
        for fold in range(FOLDS):
            others = self.fold != fold
            ai = np.quantile(scores[others & ~self.is_ai], 1 - AIMED_FALSE_ALARMS)
            human = min(ai, np.quantile(scores[others & self.is_ai], AIMED_MISSES))
            own = self.fold == fold
            verdicts[own & (scores > ai)] = 1
            verdicts[own & (scores < human)] = -1
        return verdicts


def fit_logistic(inputs: np.ndarray, is_ai: np.ndarray, weights: np.ndarray) -> np.ndarray:
    beta = np.zeros(inputs.shape[1])
    for _ in range(25):
        share = 1 / (1 + np.exp(-np.clip(inputs @ beta, -30, 30)))
        slope = inputs.T @ (weights * (is_ai - share)) - 1e-3 * beta
        curve = (inputs * (weights * share * (1 - share))[:, None]).T @ inputs + 1e-3 * np.eye(len(beta))
        beta += np.linalg.solve(curve, slope)
    return beta


def auroc(is_ai: np.ndarray, weights: np.ndarray) -> float:
    """Of texts in order of their scores, the lowest first; as the other measures."""
    human = np.where(is_ai, 0, weights)
    ai = np.where(is_ai, weights, 0)
    return float((ai * (np.cumsum(human) - human / 2)).sum() / max(1e-9, ai.sum() * human.sum()))


def recall_at(rate: float) -> Callable[[np.ndarray, np.ndarray], float]:
    def recall(is_ai: np.ndarray, weights: np.ndarray) -> float:
        human = np.cumsum(np.where(is_ai, 0, weights)[::-1])
        ai = np.cumsum(np.where(is_ai, weights, 0)[::-1])
        allowed = human <= rate * human[-1]
        return float(ai[allowed].max(initial=0) / max(1e-9, ai[-1]))

    return recall


def uncertain_at(is_ai: np.ndarray, weights: np.ndarray, false_alarms: float, misses: float) -> float:
    """The share of texts without a verdict where thresholds put just so large shares of each class on the wrong side."""

    def called(wronged: np.ndarray, weights: np.ndarray, rate: float) -> float:
        wrong = np.cumsum(np.where(wronged, weights, 0))
        all_called = np.cumsum(weights)
        return float(all_called[wrong <= rate * wrong[-1] + 1e-9].max(initial=0) / all_called[-1])

    as_ai = called(~is_ai[::-1], weights[::-1], false_alarms)
    return max(0.0, 1 - as_ai - called(is_ai, weights, misses))


MEASURES = {"AUROC": auroc, "TPR at 0.5 % FPR": recall_at(0.005), "TPR at 1 % FPR": recall_at(0.01)}


class Figures:
    """Figures of some rows of a sample, resampled alike for all scorers, so that differences have intervals too."""

    def __init__(self, sample: Sample, rows: np.ndarray, resamples: int = RESAMPLES) -> None:
        self.sample, self.rows = sample, rows
        random = np.random.default_rng(5)
        clusters, of = np.unique(sample.cluster[rows], return_inverse=True)
        source_of = np.array([name.split(" ")[0] for name in clusters])
        self.weights = [np.ones(len(rows))]
        for _ in range(resamples):
            times = np.zeros(len(clusters))
            for source in np.unique(source_of):
                own = np.flatnonzero(source_of == source)
                np.add.at(times, random.choice(own, len(own)), 1)
            self.weights.append(times[of])

    def of(self, measure: Callable[..., float], scorer: str) -> np.ndarray:
        """The figure, then that of every resample."""
        order, is_ai = self.ordered(scorer)
        return np.array([measure(is_ai, weights[order]) for weights in self.weights])

    def ordered(self, scorer: str) -> tuple[np.ndarray, np.ndarray]:
        """The order of the rows by score, and their classes in it."""
        order = np.argsort(self.sample.scores[scorer][self.rows], kind="stable")
        return order, self.sample.is_ai[self.rows][order]

    def share(self, scorer: str, verdict: int, of_ai: bool | None) -> np.ndarray:
        """Share of the texts (of one class) with a verdict."""
        own = self.sample.verdicts[scorer][self.rows] == verdict
        counted = np.ones(len(own), bool) if of_ai is None else self.sample.is_ai[self.rows] == of_ai
        return np.array([(w * own * counted).sum() / max(1e-9, (w * counted).sum()) for w in self.weights])

    def uncertain_as_wrong_as_linear(self, scorer: str) -> np.ndarray:
        """The share without a verdict at the false alarms and misses that the linear model's verdicts have here."""
        order, is_ai = self.ordered(scorer)
        wrong = zip(self.weights, self.share("linear", 1, False), self.share("linear", -1, True), strict=True)
        return np.array([uncertain_at(is_ai, weights[order], *rates) for weights, *rates in wrong])


def index(values: np.ndarray) -> str:
    return f"{values[0]:.3f} [{np.quantile(values[1:], 0.025):.3f}, {np.quantile(values[1:], 0.975):.3f}]"


def percent(values: np.ndarray) -> str:
    low, high = np.quantile(values[1:], [0.025, 0.975]) * 100
    return f"{values[0] * 100:.1f} [{low:.1f}, {high:.1f}]"


def table(headings: list[str], rows: list[list[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def report(sample: Sample, name: str) -> None:
    rows = np.flatnonzero(sample.words >= 150)
    figures = Figures(sample, rows)
    human = int((~sample.is_ai[rows]).sum())
    print(f"# {name}\n\n150 words and more, {human} human and {len(rows) - human} AI windows.\n")
    headings = ["", *MEASURES, "human called `ai`", "AI called `ai`", "AI called `human`", "`uncertain`"]
    print(
        table(
            headings,
            [
                [
                    scorer,
                    *(
                        (index if key == "AUROC" else percent)(figures.of(own, scorer))
                        for key, own in MEASURES.items()
                    ),
                    percent(figures.share(scorer, 1, False)),
                    percent(figures.share(scorer, 1, True)),
                    percent(figures.share(scorer, -1, True)),
                    percent(figures.share(scorer, 0, None)),
                ]
                for scorer in SCORERS
            ],
        )
    )
    print("\nAgainst the linear model; the last line, the cascade against `verdict`; in points:\n")
    print(
        table(
            ["", "TPR at 0.5 % FPR", "TPR at 1 % FPR", "`uncertain`", "`uncertain` at equal false alarms and misses"],
            [
                [
                    scorer,
                    *(
                        percent(figures.of(MEASURES[key], scorer) - figures.of(MEASURES[key], than))
                        for key in ("TPR at 0.5 % FPR", "TPR at 1 % FPR")
                    ),
                    percent(figures.share(scorer, 0, None) - figures.share(than, 0, None)),
                    percent(
                        figures.uncertain_as_wrong_as_linear(scorer) - figures.uncertain_as_wrong_as_linear(than)
                    ),
                ]
                for scorer, than in [*((scorer, "linear") for scorer in SCORERS[1:]), ("cascade", "verdict")]
            ],
        )
    )
    at_first = np.flatnonzero(sample.uncertain_at_first & (sample.words >= 150))
    second = Figures(sample, at_first)
    print(f"\nAmong the {len(at_first)} that the linear model's own verdict leaves `uncertain`: AUROC ", end="")
    print(", ".join(f"{scorer} {index(second.of(auroc, scorer))}" for scorer in RANKED) + ".")
    groups = [(f"{low} to {high} words" if high < 10**6 else f"{low} words and more",
               (sample.words >= low) & (sample.words <= high)) for low, high in LENGTHS]
    groups += [(genre, (sample.genre == genre) & (sample.words >= 150)) for genre in np.unique(sample.genre)]
    lines = []
    for group, own in groups:
        rows = np.flatnonzero(own)
        if min((sample.is_ai[rows]).sum(), (~sample.is_ai[rows]).sum()) < FEWEST:
            continue
        figures = Figures(sample, rows)
        humans = int((~sample.is_ai[rows]).sum())
        lines.append(
            [
                group,
                f"{humans} / {len(rows) - humans}",
                *(index(figures.of(auroc, scorer)) for scorer in RANKED),
                *(percent(figures.of(MEASURES["TPR at 1 % FPR"], s)) for s in ("linear", "encoder", "verdict", "cascade")),
                *(percent(figures.share(scorer, 0, None)) for scorer in ("linear", "verdict", "cascade")),
            ]
        )
    print("\nBy length, and by genre at 150 words and more:\n")
    print(
        table(
            ["", "human / AI", "AUROC linear", "encoder", "mean", "stacked", "TPR at 1 % FPR linear", "encoder", "verdict",
             "cascade", "`uncertain` linear", "verdict", "cascade"],
            lines,
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="what export.ts wrote")
    parser.add_argument("--work", type=Path, required=True, help="folder of scores that train.py wrote")
    args = parser.parse_args()
    runs: dict[str, list[Path]] = {}
    for file in sorted(args.work.glob("ranks*.fold*.npz")):
        runs.setdefault(file.name.rsplit(".fold")[0], []).append(file)
    ranks = {name: int(re.match(r"ranks(\d+)", name)[1]) for name, files in runs.items() if len(files) == FOLDS}
    if not ranks:
        raise SystemExit(f"{args.work} holds no run of {FOLDS} folds: train first.")
    samples = {name: Sample(args.data, ranks[name], runs[name]) for name in sorted(ranks)}
    lines = []
    for name, sample in samples.items():
        # The texts that every run scored: the smallest run's are the first of each other's.
        common = sample.rank < min(ranks.values())
        figures = Figures(sample, np.flatnonzero(common & (sample.words >= 150)))
        left = Figures(sample, np.flatnonzero(common & sample.uncertain_at_first & (sample.words >= 150)))
        tail = MEASURES["TPR at 1 % FPR"]
        lines.append(
            [
                name,
                *(index(figures.of(auroc, scorer)) for scorer in RANKED),
                *(percent(figures.of(tail, scorer)) for scorer in SCORERS),
                *(percent(figures.of(tail, "cascade") - figures.of(tail, than)) for than in ("linear", "verdict")),
                *(index(left.of(auroc, scorer)) for scorer in ("linear", "encoder", "stacked")),
            ]
        )
    print("# Every run on the texts of the smallest, 150 words and more\n")
    headings = ["run", *(f"AUROC {scorer}" for scorer in RANKED)]
    headings += [f"TPR at 1 % FPR {scorer}" for scorer in SCORERS]
    headings += ["cascade - linear", "cascade - verdict"]
    headings += [f"AUROC where `uncertain` {scorer}" for scorer in ("linear", "encoder", "stacked")]
    print(table(headings, lines))
    for name, sample in samples.items():
        print()
        report(sample, name)


if __name__ == "__main__":
    main()
