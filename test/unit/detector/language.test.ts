import assert from 'node:assert/strict';
import { identifyLanguage } from '../../../src/detector/language.ts';

const english =
  'Release notes: harbour list, boat registry, weather client, captain field, legacy import, table columns.';
const german =
  'Am nächsten Tag fuhren wir trotzdem hinaus, weil der Wind sich über Nacht endlich gelegt hatte.';

describe('the language of a stretch of text', () => {
  it('is English if it has many English function words, even with foreign names and terms', () => {
    assert.equal(
      identifyLanguage(0.2, 0.5, () => german),
      'en',
    );
    assert.equal(
      identifyLanguage(0.2, 0, () => assert.fail('nothing more need be asked')),
      'en',
    );
  });

  it('is recognised by its letters if function words are rare', () => {
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

  it('is none that is judged where only a near one is known: Catalan is no Spanish, Galician no Portuguese', () => {
    const near = {
      catalan:
        "Aquell matí vam sortir al mar malgrat tot, perquè el vent s'havia calmat i la llum queia suaument sobre l'aigua. " +
        'El meu avi havia apedaçat xarxes en aquell port durant molts anys, abans que la fàbrica tanqués les portes. ' +
        'Després la família es va traslladar a la ciutat, on hi havia feina i una escola millor per als nens.',
      galician:
        'Aquela mañá saímos ao mar a pesar de todo, porque o vento calmara e a luz caía amodo sobre a auga. O meu avó ' +
        'remendara redes naquel porto durante moitos anos, antes de que a fábrica pechase as portas. Despois a familia ' +
        'mudouse para a cidade, onde había traballo e unha escola mellor para os nenos.',
      luxembourgish:
        "Deen Moien si mir trotzdeem op d'Mier erausgefuer, well de Wand sech geluecht hat an d'Liicht mëll op d'Waasser " +
        "gefall ass. Mäi Grousspapp hat an deem Hafe jorelaang Netzer gefléckt, ier d'Fabrick zougemaach huet. Duerno " +
        "ass d'Famill an d'Stad geplënnert, wou et Aarbecht an eng besser Schoul fir d'Kanner gouf.",
    };
    for (const [name, text] of Object.entries(near)) {
      assert.equal(
        identifyLanguage(0.02, 0.03, () => text),
        'und',
        name,
      );
    }
  });

  it('is a tag that browsers and editors accept, or none for too little text', () => {
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
