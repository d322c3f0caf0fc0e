"""Trains the table of the built-in embedder: python3 train.py OUT.bin PAIRS.jsonl ...

Reads what mine.ts wrote (a file for each repository) and needs PyTorch; a GPU makes it a minute's work. A text is the sum of
its words' rows, each weighed by a number of its own that differs between queries and documents. The rows are moved until a
query lies nearest to its own document among those of the same repository (InfoNCE).
"""
import json
import math
import random
import struct
import sys
from collections import Counter, defaultdict

import torch
import torch.nn.functional as F

WORDS, BUCKETS, DIMENSIONS = 24_000, 4_096, 384
REPOSITORIES_LEAST = 3
EPOCHS, BATCH, BLOCK, WARM_UP = 3, 16_384, 512, 50
RATE, TEMPERATURE, DROPPED, BACKWARDS = 0.01, 0.05, 0.1, 0.25
DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'


def read_pairs(paths):
    for path in paths:
        with open(path, encoding='utf8') as lines:
            for line in lines:
                yield json.loads(line)


def vocabulary_of(pairs):
    """Words that several repositories use, the widest spread and most frequent first."""
    repositories, counts = defaultdict(set), Counter()
    for pair in pairs:
        for bag in (pair['query'], pair['document']):
            for word, count in bag.items():
                repositories[word].add(pair['repo'])
                counts[word] += count
    least = min(REPOSITORIES_LEAST, len({pair['repo'] for pair in pairs}))
    known = [word for word in counts if len(repositories[word]) >= least]
    known.sort(key=lambda word: (-len(repositories[word]) * math.log(1 + counts[word]), word))
    return known[:WORDS]


def fnv1a(text):
    value = 2166136261
    for byte in text.encode():
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value


class Rows:
    """Rows of words: their own, or those of their trigrams."""

    def __init__(self, vocabulary):
        self.own = {word: row for row, word in enumerate(vocabulary)}
        self.words = len(vocabulary)
        self.made = {}

    def of(self, word):
        row = self.own.get(word)
        if row is not None:
            return [row]
        if word not in self.made:
            marked = f'<{word}>'
            grams = [marked[at:at + 3] for at in range(len(marked) - 2)]
            self.made[word] = [self.words + fnv1a(gram) % BUCKETS for gram in grams]
        return self.made[word]


class Bags:
    """Many bags of words as flat tensors."""

    def __init__(self, bags, rows):
        ids, weights, ends = [], [], [0]
        for bag in bags:
            for word, count in bag.items():
                found = rows.of(word)
                ids += found
                weights += [(1 + math.log(count)) / math.sqrt(len(found))] * len(found)
            ends.append(len(ids))
        self.ids = torch.tensor(ids, device=DEVICE)
        self.weights = torch.tensor(weights, device=DEVICE)
        self.ends = torch.tensor(ends, device=DEVICE)

    def take(self, wanted):
        starts, lengths = self.ends[wanted], self.ends[wanted + 1] - self.ends[wanted]
        offsets = torch.cat([lengths.new_zeros(1), lengths.cumsum(0)])
        places = torch.arange(int(offsets[-1]), device=DEVICE) - torch.repeat_interleave(offsets[:-1] - starts, lengths)
        return self.ids[places], self.weights[places], offsets[:-1]


class Table(torch.nn.Module):
    def __init__(self, size, frequencies):
        super().__init__()
        self.rows = torch.nn.Parameter(torch.randn(size, DIMENSIONS, device=DEVICE) / math.sqrt(DIMENSIONS))
        start = 0.5 * torch.log(frequencies.clamp(0.05, 3))
        self.document, self.query = torch.nn.Parameter(start.clone()), torch.nn.Parameter(start.clone())
        self.sharpness = torch.nn.Parameter(torch.tensor(-math.log(TEMPERATURE), device=DEVICE))

    def vectors(self, bag, weigh):
        ids, weights, offsets = bag
        kept = weights * (torch.rand_like(weights) > DROPPED)
        per_word = torch.exp(weigh[ids]) * kept
        return F.normalize(F.embedding_bag(ids, self.rows, offsets, mode='sum', per_sample_weights=per_word), dim=1)


def rarity(documents, count, size):
    """Inverse document frequency of every row, 1 in the middle."""
    holding = torch.bincount(documents.ids, minlength=size).float()
    idf = torch.log(1 + count / (holding + 1))
    return idf / idf[holding > 0].median()


def batches(by_repository):
    """Blocks of one repository, mixed: what is told apart in use are files of the same repository."""
    blocks = []
    for indices in by_repository.values():
        random.shuffle(indices)
        blocks += [indices[at:at + BLOCK] for at in range(0, len(indices), BLOCK)]
    random.shuffle(blocks)
    batch = []
    for block in blocks:
        batch += block
        if len(batch) >= BATCH:
            yield torch.tensor(batch, device=DEVICE)
            batch = []
    if len(batch) > BLOCK // 2:
        yield torch.tensor(batch, device=DEVICE)


def train(pairs, rows):
    queries, documents = (Bags([pair[side] for pair in pairs], rows) for side in ('query', 'document'))
    number = {}
    places = torch.tensor([number.setdefault((p['repo'], p['path']), len(number)) for p in pairs], device=DEVICE)
    sayings = torch.tensor([number.setdefault(json.dumps(p['query']), len(number)) for p in pairs], device=DEVICE)
    by_repository = defaultdict(list)
    for index, pair in enumerate(pairs):
        by_repository[pair['repo']].append(index)
    size = rows.words + BUCKETS
    table = Table(size, rarity(documents, len(pairs), size))
    optimizer = torch.optim.Adam(table.parameters(), lr=RATE, betas=(0.9, 0.98))
    steps = max(1, EPOCHS * math.ceil(len(pairs) / BATCH))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / WARM_UP) * 0.5 * (1 + math.cos(math.pi * min(1, step / steps))))
    for epoch in range(EPOCHS):
        for batch in batches(by_repository):
            said = table.vectors(queries.take(batch), table.query)
            shown = table.vectors(documents.take(batch), table.document)
            scores = said @ shown.T * torch.exp(table.sharpness)
            # Another place in the same file, or the same words said of another, is no wrong answer.
            alike = (places[batch][:, None] == places[batch]) | (sayings[batch][:, None] == sayings[batch])
            alike.fill_diagonal_(False)
            scores = scores.masked_fill(alike, -1e4)
            right = torch.arange(len(batch), device=DEVICE)
            loss = (1 - BACKWARDS) * F.cross_entropy(scores, right) + BACKWARDS * F.cross_entropy(scores.T, right)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
        print(f'epoch {epoch + 1}: loss {loss.item():.3f}', flush=True)
    return table


def write(path, table, vocabulary):
    """The file as models/README.md describes it."""
    with torch.no_grad():
        weighed = table.rows * torch.exp(table.document)[:, None]
        scales = weighed.abs().amax(1).clamp_min(1e-12) / 127
        whole = torch.round(weighed / scales[:, None]).clamp(-127, 127).to(torch.int8)
        ratios = torch.exp(table.query - table.document)
    words = '\n'.join(vocabulary).encode()
    words += b'\n' * (-len(words) % 4)
    with open(path, 'wb') as file:
        file.write(b'KNE1' + struct.pack('<6I', 1, DIMENSIONS, len(vocabulary), BUCKETS, len(words), 0) + words)
        for numbers in (scales.float(), ratios.float(), whole):
            file.write(numbers.cpu().numpy().tobytes())


if __name__ == '__main__':
    random.seed(0)
    torch.manual_seed(0)
    everything = list(read_pairs(sys.argv[2:]))
    chosen = vocabulary_of(everything)
    print(f'{len(everything)} pairs, {len(chosen)} words, on {DEVICE}', flush=True)
    write(sys.argv[1], train(everything, Rows(chosen)), chosen)
