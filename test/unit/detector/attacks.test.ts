import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detect } from '../../../src/detector/detect.ts';
import { loadModel, type Model } from '../../../src/detector/model/model.ts';
import { normalise } from '../../../src/detector/normalise/normalise.ts';
import { attacks, type AttackName } from '../../../lab/training/attacks.ts';
import { seeded } from '../../../lab/training/random.ts';
import { root } from '../../rig/paths.ts';

const letter = `My dear Agnes, you asked me how the move went, so here it is, the whole sorry tale. The van came at
seven, which was an hour before I had my boots on, and the two lads who got out of it took one look at the piano and
went back to sit in the cab. I made them tea. I made them eggs as well, since I had eleven left and no box to put them
in. By nine we had the beds down the stairs and by ten it was raining, of course, the sort of rain that comes in under
your hat. Tom held an umbrella over the gramophone all the way to the gate, like a footman, and then dropped it in the
puddle himself.

The new place is smaller than we thought. I know the man said so! But you see a room empty and you think, oh, that will
take the dresser, and then the dresser comes in and there is nowhere left to stand. It lives in the hall for now. We
squeeze past it sideways and the cat sits on top and hits us as we go. She has been foul since Tuesday. She won't eat,
she won't come out in the day, and at three in the morning she walks up and down on my chest and complains about the
street lamp, which I must say is very bright.

Still, there is a pear tree. Nobody told us about that. It leans over the wall from next door and about half of it is
ours by gravity, Mr Pell says, and he ought to know because he planted it the year his wife died. He brought round a
pie and stayed till six. I think we'll do all right here. Write soon, and tell me if the roof held.`;

const manual = `A queue sits between the part of the program that accepts requests and the part that carries them out.
When a request arrives, the server checks that it is complete, gives it a number, and appends it to a file on disk
before it sends any answer. Only then is the request known to be safe. If the machine loses power after that point, the
worker will find the request in the file when it starts again, and it will not matter that nothing was left in memory.

Each worker reads the file from the place where it stopped last time. It keeps that place in a second, much smaller
file, which it writes after every tenth request. This means that up to ten requests may be carried out twice after a
crash. We looked at writing the place every time, but on the disks we had in 2009 that made the whole queue four times
slower, and most of our requests can be repeated without harm. Those that can't, such as payments, carry a key. The
worker looks the key up before it starts and skips any request whose key it has seen.

There are three limits that you should know about. A request can't be larger than 64 KB, because the worker reads whole
blocks. The file is never made smaller while the server runs; a script does that at night, and it needs about as much
free space as the file takes up. Finally, requests are not sorted. If two clients send at the same moment, either may
come first, and the only promise is that both will see the same order afterwards. When you need a certain order, send
the second request after the first was answered. Most bugs reported against the queue turned out to be a client that
did not wait.`;

const article = `Urban gardens have become an increasingly important part of modern city life, offering residents a wide range of
benefits that extend well beyond fresh vegetables. By transforming unused spaces into vibrant green areas, communities
can improve air quality, support local wildlife, and create welcoming places for people to connect. As cities continue
to grow, understanding the role of these gardens is essential for building a healthier and more sustainable future.

One of the most significant advantages of urban gardening is its positive impact on mental health. Research suggests
that spending time in green spaces can reduce stress, enhance mood, and foster a sense of accomplishment. For many
people, caring for plants provides a meaningful routine and a valuable opportunity to slow down. Furthermore, working
alongside neighbors helps to strengthen social bonds, which play a crucial role in overall well-being.

In addition to these personal benefits, urban gardens contribute to environmental resilience. Plants absorb rainwater,
lower surface temperatures, and provide vital habitats for pollinators such as bees and butterflies. Composting programs
also help to reduce food waste, ensuring that valuable nutrients are returned to the soil rather than ending up in
landfills. Together, these practices demonstrate how small, local actions can lead to lasting change.

Ultimately, the success of urban gardens depends on collaboration between residents, local organizations, and city
planners. Access to land, reliable funding, and practical training are key factors that can determine whether a project
thrives. By investing in these resources and encouraging broad participation, cities can ensure that the benefits of
gardening are shared by everyone, regardless of age, background, or income.`;

/** In the middle of the scale, where a score moves most. */
const mixture = [manual.split('\n\n')[2], article.split('\n\n')[2]].join('\n\n');

const texts = { letter, manual, article, mixture };

/** The attacks that normalisation undoes, each with the reason that tells the reader. */
const undone = {
  zero_width: 'hidden_characters',
  homoglyphs: 'lookalike_letters',
  whitespace: 'odd_spaces',
  markup: 'markup_in_words',
} satisfies Partial<Record<AttackName, string>>;

const shown = (text: string): string => {
  const { units, length } = normalise(text);
  return String.fromCharCode(...units.subarray(0, length));
};

const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

describe('attacks on the shipped model', () => {
  let model: Model;

  before(() => {
    model = loadModel(readFileSync(join(root, 'media/inkling-en.inkmodel')));
  });

  for (const [name, text] of Object.entries(texts)) {
    it(`finds no attack in the clean ${name}`, () => {
      const codes = detect(text, model).result.reasons.map(({ code }) => code);
      for (const code of Object.values(undone)) assert.ok(!codes.includes(code), code);
    });

    for (const [attack, code] of Object.entries(undone)) {
      it(`gains nothing by ${attack} in the ${name}, and the report says that it was found`, () => {
        const clean = detect(text, model).result;
        for (const seed of seeds) {
          const attacked = attacks[attack as keyof typeof undone](text, seeded(seed));
          const { result } = detect(attacked, model);
          assert.equal(shown(attacked), shown(text), `seed ${seed}`);
          const change = Math.abs(result.score - clean.score);
          assert.ok(change < 0.02, `seed ${seed}: ${clean.score} became ${result.score}`);
          assert.ok(
            result.reasons.some((reason) => reason.code === code),
            `seed ${seed}: ${code} is not told`,
          );
        }
      });
    }
  }

  it('scores a text in capitals as in small letters', () => {
    const small = detect(article.toLowerCase(), model).result.score;
    assert.equal(detect(article.toUpperCase(), model).result.score, small);
  });
});
