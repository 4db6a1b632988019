"""
Trains the second reader without each fold of sources in turn and scores what was left out.

The lower layers are frozen: what they give is computed once and kept on disk. Each fold's scores are written when the
fold is done; a run that was stopped goes on where it was.
"""

import argparse
import json
import re
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
TEMPERATURE = 0.1
RATES = {"layers": 1e-4, "heads": 1e-3, "intercepts": 1e-2}

FAMILIES = {
    "anthropic": "claude",
    "openai": r"gpt|davinci|babbage|curie|codex|^o[134]\b",
    "google": "gemini|gemma|palm|flan",
    "meta": "llama|vicuna",
    "mistral": "mistral|mixtral|ministral",
    "alibaba": "qwen|qwq|qoder",
    "deepseek": "deepseek|^r1",
    "chinese, other": "glm|yi|kimi|minimax|internlm|mimo|seed-|ling-",
    "grok": "grok",
}
"""Who makes a generator, by what its name holds; the first that fits."""


def family_of(generator: str | None) -> int:
    """The place in FAMILIES, or -1 where it is of none of them, or not stated."""
    found = (place for place, names in enumerate(FAMILIES.values()) if re.search(names, generator or "", re.I))
    return next(found, -1)


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
        self.source_number = np.unique(self.source, return_inverse=True)[1]
        genres = np.array([row["genre"] for row in rows])
        self.family = np.array([family_of(row["generator"]) if row["isAi"] else -1 for row in rows])
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


def contrast(read: Tensor, is_ai: Tensor, source: Tensor) -> Tensor:
    """
    Supervised contrast across sources (Khosla et al. 2020): a window is drawn to those of its class in other sources, and
    from the other class. Those of its own class and source count for neither: their topic is enough to be alike.
    """
    directions = F.normalize(read, dim=1)
    same = is_ai[:, None] == is_ai[None, :]
    drawn = same & (source[:, None] != source[None, :])
    alike = (directions @ directions.T / TEMPERATURE).masked_fill(same & ~drawn, -1e4)
    share = alike - alike.logsumexp(1, keepdim=True)
    has = drawn.any(1)
    return -share.masked_fill(~drawn, 0)[has].sum(1).div(drawn[has].sum(1)).sum() / len(read)


def train_fold(texts: Texts, kept: Kept, rows: np.ndarray, args: argparse.Namespace) -> Upper:
    """Learns from one random window of each text an epoch."""
    tuned, epochs, seed = args.tuned, args.epochs, args.seed
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    upper = Upper(LAYERS - tuned, LAYERS, len(texts.genre_names), len(FAMILIES)).train()
    # Every kind of text has an intercept of its own while learning, as in lab/training/logistic.ts.
    intercepts = torch.nn.Parameter(torch.zeros(len(texts.stratum_names)))
    groups = [
        {"params": upper.layers.parameters(), "lr": RATES["layers"]},
        {"params": [p for name, p in upper.named_parameters() if "_head" in name], "lr": RATES["heads"]},
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
            read = upper.read(*kept.batch(windows))
            logit = upper.class_head(read).squeeze(1) + intercepts[torch.from_numpy(texts.stratum[own])]
            is_ai = torch.from_numpy(texts.is_ai[own])
            weight = torch.from_numpy(importance[own]).float()
            loss = F.binary_cross_entropy_with_logits(logit, is_ai.float(), weight)
            loss = loss + GENRE_WEIGHT * F.cross_entropy(upper.genre_head(read), torch.from_numpy(texts.genre[own]))
            if args.family_weight > 0:
                family = torch.from_numpy(texts.family[own])
                losses = F.cross_entropy(upper.family_head(read), family, ignore_index=-1, reduction="sum")
                loss = loss + args.family_weight * losses / len(own)
            if args.contrast_weight > 0:
                source = torch.from_numpy(texts.source_number[own])
                loss = loss + args.contrast_weight * contrast(upper.contrast_head(read), is_ai, source)
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
            np.add.at(sums, kept.text_of[batch], upper(*kept.batch(batch)).numpy())
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
    parser.add_argument("--family-weight", type=float, default=0, help="of the loss of the generator's family")
    parser.add_argument("--contrast-weight", type=float, default=0, help="of the contrast across sources")
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
    name += f"-family{args.family_weight:g}-contrast{args.contrast_weight:g}"
    for fold in range(FOLDS):
        file = args.work / f"{name}.fold{fold}.npz"
        if file.exists():
            continue
        taught = np.flatnonzero((texts.fold != fold) & (texts.rank < most))
        left_out = np.flatnonzero(texts.fold == fold)
        upper = train_fold(texts, kept, taught, args)
        logits = score(upper, kept, left_out)
        unfinished = file.with_suffix(".part")
        with unfinished.open("wb") as out:
            np.savez(out, rows=left_out, logits=logits)
        unfinished.rename(file)
        log(f"{name}: fold {fold + 1} of {FOLDS}, {len(taught)} texts learnt, {len(left_out)} scored")


if __name__ == "__main__":
    main()
