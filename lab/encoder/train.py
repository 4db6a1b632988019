"""
Trains the second reader without each fold of sources in turn and scores what was left out.

The lower layers are frozen: what they give is computed once and kept on disk. Each fold's scores are written when the
fold is done; a run that was stopped goes on where it was.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from encoder import WIDTH, Lower, Upper, cut_windows, load_tokenizer

LAYERS = 3
FOLDS = 5
WINDOWS_A_TEXT = 2
BATCH = 32
GENRE_WEIGHT = 0.1
RATES = {"layers": 1e-4, "heads": 1e-3, "intercepts": 1e-2}


class Texts:
    """
    The exported texts of rank below `ranks`, in order of rank, so that a smaller share of the data is a beginning of it.
    """

    def __init__(self, file: Path, ranks: int) -> None:
        rows = [json.loads(line) for line in file.open()]
        # Base models of before 2022 are neither taught nor measured, as with the linear model.
        rows = [row for row in rows if row["isTaught"] and row["rank"] < ranks]
        rows.sort(key=lambda row: row["rank"])
        self.rows = rows
        self.texts = [row["text"] for row in rows]
        self.rank = np.array([row["rank"] for row in rows])
        self.is_ai = np.array([row["isAi"] for row in rows])
        self.fold = np.array([row["fold"] for row in rows]) % FOLDS
        self.source = np.array([row["source"] for row in rows])
        genres = np.array([row["genre"] for row in rows])
        self.genre_names, self.genre = np.unique(genres, return_inverse=True)
        both = {source for source in self.source if len(set(self.is_ai[self.source == source])) == 2}
        strata = [s if s in both else f"genre {g}" for s, g in zip(self.source, genres, strict=True)]
        self.stratum_names, self.stratum = np.unique(strata, return_inverse=True)

    def importance(self, rows: np.ndarray) -> np.ndarray:
        """As `balance` in lab/training: the classes alike, their sources by the square root of their size."""
        cells, inverse, sizes = np.unique(
            [f"{self.source[row]} {self.is_ai[row]}" for row in rows], return_inverse=True, return_counts=True
        )
        weights = 1 / np.sqrt(sizes[inverse])
        for own in (self.is_ai[rows], ~self.is_ai[rows]):
            weights[own] *= len(rows) / 2 / weights[own].sum()
        return weights


class Kept:
    """What the frozen layers give for every window, on disk: tokens one after the other, in half precision."""

    def __init__(self, folder: Path, texts: Texts, frozen: int) -> None:
        tokenizer = load_tokenizer()
        windows = [cut_windows(tokenizer.encode(text).ids, WINDOWS_A_TEXT) for text in texts.texts]
        self.text_of = np.repeat(np.arange(len(windows)), [len(own) for own in windows])
        tokens = [window for own in windows for window in own]
        self.lengths = np.array([len(window) for window in tokens])
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)])
        self.first_window = np.searchsorted(self.text_of, np.arange(len(windows) + 1))
        file, progress = folder / f"layer{frozen}.f16", folder / f"layer{frozen}.done"
        done = int(progress.read_text()) if progress.exists() else 0
        shape = (int(self.starts[-1]), WIDTH)
        self.values = np.memmap(file, np.float16, "r+" if file.exists() else "w+", shape=shape)
        lower = Lower(frozen).eval()
        chunk = 512
        while done < len(tokens):
            # Windows of like length together: padding is work for nothing.
            rows = np.arange(done, min(done + chunk, len(tokens)))
            rows = rows[np.argsort(self.lengths[rows], kind="stable")]
            for first in range(0, len(rows), BATCH):
                own = rows[first : first + BATCH]
                padded, mask = pad([torch.tensor(tokens[row]) for row in own])
                with torch.inference_mode():
                    given = lower(padded, mask).half().numpy()
                for row, values in zip(own, given, strict=True):
                    self.values[self.starts[row] : self.starts[row + 1]] = values[: self.lengths[row]]
            done = int(rows.max()) + 1
            progress.write_text(str(done))
            log(f"frozen layers: {done} of {len(tokens)} windows")

    def batch(self, windows: np.ndarray) -> tuple[Tensor, Tensor]:
        return pad(
            [
                torch.from_numpy(self.values[self.starts[row] : self.starts[row + 1]].astype(np.float32))
                for row in windows
            ]
        )

    def by_length(self, windows: np.ndarray, random: np.random.Generator | None = None) -> list[np.ndarray]:
        """Batches of windows of like length, in random order where one is given."""
        noise = 0 if random is None else random.normal(0, 8, len(windows))
        ordered = windows[np.argsort(self.lengths[windows] + noise, kind="stable")]
        batches = [ordered[first : first + BATCH] for first in range(0, len(ordered), BATCH)]
        if random is not None:
            random.shuffle(batches)
        return batches


def pad(rows: list[Tensor]) -> tuple[Tensor, Tensor]:
    padded = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)
    lengths = torch.tensor([len(row) for row in rows])
    return padded, torch.arange(padded.shape[1])[None, :] < lengths[:, None]


def train_fold(texts: Texts, kept: Kept, rows: np.ndarray, tuned: int, epochs: int, seed: int) -> Upper:
    """Learns from one random window of each text an epoch."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    upper = Upper(LAYERS - tuned, LAYERS, len(texts.genre_names)).train()
    # Every kind of text has an intercept of its own while learning, as in lab/training/logistic.ts.
    intercepts = torch.nn.Parameter(torch.zeros(len(texts.stratum_names)))
    groups = [
        {"params": upper.layers.parameters(), "lr": RATES["layers"]},
        {"params": [*upper.class_head.parameters(), *upper.genre_head.parameters()], "lr": RATES["heads"]},
        {"params": [intercepts], "lr": RATES["intercepts"], "weight_decay": 0},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    importance = np.zeros(len(texts.texts))
    importance[rows] = texts.importance(rows)
    steps = epochs * -(-len(rows) // BATCH)
    warm = steps // 20 + 1
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / warm, (steps - step) / (steps - warm + 1))
    )
    for _ in range(epochs):
        counts = kept.first_window[rows + 1] - kept.first_window[rows]
        chosen = kept.first_window[rows] + random.integers(0, counts)
        for windows in kept.by_length(chosen, random):
            own = kept.text_of[windows]
            logit, genre = upper(*kept.batch(windows))
            logit = logit + intercepts[torch.from_numpy(texts.stratum[own])]
            truth = torch.from_numpy(texts.is_ai[own]).float()
            weight = torch.from_numpy(importance[own]).float()
            loss = F.binary_cross_entropy_with_logits(logit, truth, weight)
            loss = loss + GENRE_WEIGHT * F.cross_entropy(genre, torch.from_numpy(texts.genre[own]))
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(upper.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return upper.eval()


def score(upper: Upper, kept: Kept, rows: np.ndarray) -> np.ndarray:
    """The logit of each text: the mean of its windows'."""
    windows = np.flatnonzero(np.isin(kept.text_of, rows))
    sums = np.zeros(len(kept.first_window) - 1)
    with torch.inference_mode():
        for batch in kept.by_length(windows):
            np.add.at(sums, kept.text_of[batch], upper(*kept.batch(batch))[0].numpy())
    return sums[rows] / (kept.first_window[rows + 1] - kept.first_window[rows])


def log(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} cpu {time.process_time():.0f} s: {text}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="what export.ts wrote")
    parser.add_argument("--work", type=Path, required=True, help="folder of kept layers and of scores")
    parser.add_argument("--ranks", type=int, required=True, help="texts of each source and class")
    parser.add_argument("--taught", type=int, help="of these, texts to learn from (all)")
    parser.add_argument("--tuned", type=int, default=1, help=f"layers that learn, of {LAYERS}")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    args.work.mkdir(parents=True, exist_ok=True)
    texts = Texts(args.data, args.ranks)
    kept = Kept(args.work, texts, LAYERS - args.tuned)
    most = args.ranks if args.taught is None else args.taught
    name = f"ranks{args.ranks}-taught{most}-tuned{args.tuned}-epochs{args.epochs}-seed{args.seed}"
    for fold in range(FOLDS):
        file = args.work / f"{name}.fold{fold}.npz"
        if file.exists():
            continue
        taught = np.flatnonzero((texts.fold != fold) & (texts.rank < most))
        left_out = np.flatnonzero(texts.fold == fold)
        upper = train_fold(texts, kept, taught, args.tuned, args.epochs, args.seed)
        logits = score(upper, kept, left_out)
        unfinished = file.with_suffix(".part")
        with unfinished.open("wb") as out:
            np.savez(out, rows=left_out, logits=logits)
        unfinished.rename(file)
        log(f"{name}: fold {fold + 1} of {FOLDS}, {len(taught)} texts learnt, {len(left_out)} scored")


if __name__ == "__main__":
    main()
