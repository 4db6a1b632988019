import assert from 'node:assert/strict';
import { identifyLanguage } from '../../../src/detector/language.ts';

const english =
  'Release notes: harbour list, boat registry, weather client, captain field, legacy import, table columns.';
const german =
  'Am nächsten Tag fuhren wir trotzdem hinaus, weil der Wind sich über Nacht endlich gelegt hatte.';

describe('the language of a stretch of text', () => {
  it('is English by its small words, whatever else it holds: names and terms of other languages are honest', () => {
    assert.equal(
      identifyLanguage(0.2, 0.5, () => german),
      'en',
    );
    assert.equal(
      identifyLanguage(0.2, 0, () => assert.fail('nothing more need be asked')),
      'en',
    );
  });

  it('is told by its letters where small words are rare', () => {
    assert.equal(
      identifyLanguage(0.19, 0.03, () => german),
      'de',
    );
    assert.equal(
      identifyLanguage(0, 0, () => english),
      'en',
    );
  });

  it('is English that is rich in names only where letters or small words agree', () => {
    assert.equal(
      identifyLanguage(0.1, 0.01, () => english),
      'en',
    );
    assert.equal(
      identifyLanguage(0.09, 0.0019, () => english),
      'en',
    );
    assert.notEqual(
      identifyLanguage(0.09, 0.002, () => 'Lisboa, Porto, Braga, Évora, Faro, Coimbra, Aveiro, Setúbal'),
      'en',
    );
  });

  it('is a tag that browsers and editors know, or none where there is too little to tell', () => {
    assert.equal(
      identifyLanguage(
        0,
        1,
        () =>
          '早上我们沿着港口的墙走，直到渔船带着渔网回来。没有人多说话，因为风在夜里转了方向，每个船长都看着天空。',
      ),
      'zh',
    );
    assert.equal(
      identifyLanguage(0, 0, () => 'Der Wind kam.'),
      'und',
    );
    assert.equal(
      identifyLanguage(0, 0, () => ''),
      'und',
    );
  });
});
