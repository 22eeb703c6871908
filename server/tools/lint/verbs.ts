/** Verbs of titles and commit subjects whose form in -s is not also a noun. */
const VERBS = words(
  'accept add agree allow anonymise append apply ask avoid become begin break bring build bypass cancel choose clean ' +
    'close collect combine come complete compress confirm connect contain continue convert create decide declare delete ' +
    'deliver describe detect disable discard distinguish drop enable encode ensure exist expect expire explain ' +
    'extend fail fetch find finish follow forget get give go grow handle happen have hide ignore improve include insert ' +
    'introduce join keep know learn leave let lose make mean merge need notify omit outlive overwrite prefer preserve ' +
    'prevent promote prove publish raise reach receive recognise refetch refuse register reject reload remain remember remove ' +
    'rename renew reopen replace require resolve restore resume reveal revert rewrite run say see seed send serve ' +
    'shorten simplify stay succeed suppress survive tell throw treat trust unify use validate verify warn withdraw work',
)

/** Verbs whose form in -s is a noun, too: the next word decides. */
const VERBS_AND_NOUNS = words(
  'answer call cap catch change check copy correct count cover cut demand end enforce escape export fix guess hold import ' +
    'limit link list load lock log mark match measure miss move name offer open order page pass print protect queue ' +
    'read record release repeat report request reset restart retry return save scrub search set share show sign skip ' +
    'sort speed split start state stop store strip switch take test time turn update upgrade wait want wrap write',
)

/** Words that can follow a verb, but no noun that is the subject. */
const AFTER_VERBS = words(
  'a an the its it them him her his their this these each every no all both only nothing everything everyone ' +
    'what which who whom whose how where out up away again anew quietly',
)

function words(list: string): Set<string> {
  return new Set(list.split(' '))
}

/** Bases that a form of the third person can have: `copies`, `finishes`, `reads`. */
function basesOf(word: string): string[] {
  if (!word.endsWith('s')) return []
  const bases = [word.slice(0, -1)]
  if (word.endsWith('es')) bases.push(word.slice(0, -2))
  if (word.endsWith('ies')) bases.push(`${word.slice(0, -3)}y`)
  return bases
}

/** Recognises `refuses`, and `lists every` but not `lists are`, as the opening of a predicate. */
export const opensPredicate = (first: string, second: string): boolean =>
  basesOf(first).some((base) => VERBS.has(base) || (VERBS_AND_NOUNS.has(base) && AFTER_VERBS.has(second))) ||
  ((VERBS.has(first) || VERBS_AND_NOUNS.has(first)) && AFTER_VERBS.has(second))

/** Recognises `adds`, `added` and `adding`, which are not in the imperative. */
export function isInflected(word: string): boolean {
  // “Seed” is no form of “see”.
  if (VERBS.has(word)) return false
  const stems = basesOf(word)
  for (const ending of ['ed', 'd', 'ing'])
    if (word.endsWith(ending)) {
      const stem = word.slice(0, -ending.length)
      stems.push(stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1'))
    }
  return stems.some((stem) => VERBS.has(stem) || VERBS_AND_NOUNS.has(stem))
}
