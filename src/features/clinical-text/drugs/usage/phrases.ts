import { rowsOf } from '../../context/rows.ts'
import { tokensOf } from '../../text/tokens.ts'

/** What a text says of a drug besides that it is taken. `not taken` is a denial; `taken` ends what was said before it. */
const said = ['stopped', 'avoided', 'not tolerated', 'tolerated', 'not taken', 'taken', 'replaced'] as const
export type SaidOfDrug = (typeof said)[number]

/**
 * Which drugs a phrase is about: `verb` those that follow, else those before it ("stop X", "X: stop"); `state` those before it, else those
 * that follow ("X stopped", "stopped X"); `before` and `after` only those on one side of where the phrase stands.
 */
type Kind = 'verb' | 'state' | 'before' | 'after'
const kinds: readonly Kind[] = ['verb', 'state', 'before', 'after']

export interface UsagePhrase {
  usage: SaidOfDrug
  kind: Kind
  /** How many words may stand between the phrase and the first drug. */
  reach: number
  words: string[]
}

// A row: usage, kind, reach: phrases. NUMBER stands for any number.
const ROWS = `
stopped, verb, 5: stop, stops, stopping, stop taking, stop using, stop giving, stop all, discontinue, discontinues, discontinuing, cease,
  withhold, withholding, hold, holding, omit, suspend, wean off, acha, acha kutumia, aache, aache kutumia, ameacha, ameacha kutumia,
  aliacha, aliacha kutumia, simamisha, arreter, arret de, arret du, arret des, suspendre, interrompre, cesser
stopped, state, 5: stopped, discontinued, ceased, withheld, held, omitted, suspended, was stopped, is stopped, has been stopped, had been
  stopped, been stopped, were stopped, to be stopped, was discontinued, was withheld, was held, on hold, is on hold, completed, finished, given then stopped, given and
  stopped, started then stopped, started and stopped, no longer taken, no longer given, no longer used, no longer needed, no longer required, imesimamishwa, imeachwa, arrete, arretee, suspendu,
  suspendue, interrompu, interrompue
stopped, before, 4: stopped taking, stopped using, no longer on, no longer taking, no longer takes, no longer using, no longer needs,
  previously on, formerly on, was previously on, was formerly on, used to be on, switched from, changed from, converted from, used to take, completed a course of, finished a course of, completed course of
stopped, before, 1: off, taken off, came off, weaned off, d/c
avoided, verb, 6: avoid, avoids, avoiding, avoid taking, avoid using, avoid giving, avoid use of, avoid the use of, refrain from, do not give,
  don't give, do not use, don't use, do not take, don't take, do not prescribe, don't prescribe, never give, should not take, should not be
  given, should not receive, should not use, should not be used, must not take, must not be given, must not receive, must not use, cannot be
  given, can't be given, not to take, not to be given, not to be used, not to use, not to receive, not recommended, contraindication to,
  contraindications to, epuka, aepuke, asitumie, usitumie, asipewe, usimpe, eviter, ne pas donner, ne pas prendre, ne pas utiliser
avoided, state, 6: avoided, to be avoided, should be avoided, must be avoided, contraindicated, is contraindicated, are contraindicated,
  contra - indicated, is contra - indicated, are contra - indicated, contraindique, contraindiquee, contraindiques, contre - indique, contre
  - indiquee, contre - indiques, a eviter
not tolerated, before, 5: intolerant of, intolerant to, intolerance to, intolerance of, intolerances to, does not tolerate, did not tolerate,
  doesn't tolerate, didn't tolerate, cannot tolerate, can not tolerate, can't tolerate, could not tolerate, couldn't tolerate, unable to
  tolerate, not able to tolerate, not tolerate, not tolerating, has not tolerated, failed to tolerate, never tolerated, poorly tolerates,
  poor tolerance of, poor tolerance to, havumilii, haivumilii, intolerance a, intolerance au, intolerance aux, intolerant a, intolerant au,
  ne tolere pas, ne supporte pas
not tolerated, state, 3: not tolerated, was not tolerated, were not tolerated, is not tolerated, not been tolerated, poorly tolerated, was
  poorly tolerated, badly tolerated, not well tolerated, could not be tolerated, intolerant, is intolerant, intolerance, intolerances, mal
  tolere, mal toleree, non tolere, non toleree
tolerated, verb, 4: tolerates, tolerate, tolerating, can tolerate, able to tolerate, has tolerated, can take, able to take, anavumilia
tolerated, state, 4: tolerated, well tolerated, is tolerated, was tolerated, are tolerated, tolerated well, is well tolerated, was well
  tolerated, are well tolerated, bien tolere, bien toleree
tolerated, before, 3: tolere, supporte
not taken, before, 2: refused, refuses, declined, declines, not on, not taking, not using, not currently on, not currently taking, does not take, doesn't take, did not take,
  didn't take, never took, never taken, has never taken, never been on, not started on, not given, not prescribed, not received, hatumii
not taken, after, 3: not given, was not given, not taken, was not taken, not prescribed, not started, was not started
taken, verb, 4: do not stop, don't stop, not stop, not to stop, never stop, without stopping, do not discontinue, don't discontinue, not
  discontinue, do not withhold, don't withhold, do not omit, don't omit, not omit, do not hold, continue, continues, continuing, continue
  with, start, starts, starting, start on, started on, commence, commenced on, begin, restart, resume, reintroduce, give, gave, giving, use,
  uses, using, take, takes, taking, add, adds, adding, prescribe, administer, increase, reduce, receiving, received, receives, on,
  now on, currently on, still on, put on, instead, endelea, endelea na, anza, tumia, anatumia, apewe, sous,
  continuer, debuter, donner
taken, state, 3: not stopped, was not stopped, not discontinued, not been stopped, not to be stopped, should not be stopped, must not be
  stopped, not held, not withheld, continued, started, restarted, resumed, given, was given, prescribed, administered, was started, was
  given, was continued, to be continued, added, increased
taken, before, 3: allergies / intolerances, allergies and intolerances, allergies & intolerances, allergies or intolerances, allergy /
  intolerance
replaced, before, 3: was on, were on, had been on
replaced, verb, 3: change, changed, switch, switched, convert, converted, replace, replaced, swap, swapped, substituted
`

const isUsage = (word: string): word is SaidOfDrug => (said as readonly string[]).includes(word)
const isKind = (word: string): word is Kind => (kinds as readonly string[]).includes(word)

const phrases = rowsOf(ROWS).flatMap((row): UsagePhrase[] => {
  const [head = '', list = ''] = row.split(/: (.*)/s)
  const [usage = '', kind = '', reach = ''] = head.split(', ')
  if (!isUsage(usage) || !isKind(kind)) throw new Error(`A row of drug usages must name a usage and a kind: ${head}`)
  return list.split(',').map((phrase) => ({ usage, kind, reach: Number(reach), words: tokensOf(phrase).map(({ text }) => text) }))
})

/** Every phrase by its first word, the longest first. */
export const usagesByWord: ReadonlyMap<string, UsagePhrase[]> = Map.groupBy(
  phrases.toSorted((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0]!,
)

const DENIES = /^(?:no|not|never|cannot|can't|don't|doesn't|didn't|couldn't|ne)$/

/** Phrases with a word that would deny what stands near them: "do not give", "not tolerated". */
export const denyingPhrases: readonly string[] = phrases.filter(({ words }) => words.some((word) => DENIES.test(word))).map(({ words }) => words.join(' ')) // prettier-ignore
