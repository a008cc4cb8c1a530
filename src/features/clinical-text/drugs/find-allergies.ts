import { dictionary } from '#shared/dictionary.ts'
import type { Prepared } from '../prepared.ts'
import type { Found, Span } from '../mention.ts'
import { drugWords } from '../knowledge/drug-words.ts'
import { type Allergen, allergensOf, allergicReactions, reactionAt, severeReactions } from './allergens.ts'
import { findHeadedSpan } from './headed-span.ts'
import { readUsages } from './usage/read-usages.ts'
import type { Word } from './words.ts'

const none =
  /\b(?:nkda|nkfa|nka|no known (?:(?:drug|food|medication|medicine)(?: ?(?:,|or|and|\/) ?(?:drug|food|environmental))? )?allerg(?:y|ies)|no (?:(?:drug|food|medication|history of|h\/o) ){0,2}allerg(?:y|ies)(?! to (?!any\b))|denies (?:any |having )?(?:(?:known|drug|food) ){0,2}allerg(?:y|ies)|not allergic to any \w+)\b/gi
const noneHeaded =
  /\ballerg(?:y|ies)\b[^\S\n]{0,3}[:\-–=][^\S\n]{0,3}(none(?: known| reported)?|nil(?: known)?|nkda|no|negative)\b(?=[^\S\n]{0,3}(?:[.,;\n]|$))/gi
const heading =
  /(?:^|\n|[.;][^\S\n])[^\S\n]{0,8}(?:[-*•][^\S\n]?)?(?:(?:known|drug|food|medication|history of|other|hx of)[^\S\n])?(?:allerg(?:y|ies)(?:[^\S\n]?(?:\/|&|and|or)[^\S\n]?(?:drug[^\S\n])?intolerances?)?|intolerances?)(?:[^\S\n](?:history|status|hx|list|to drugs|and reactions))?[^\S\n]{0,3}[:\-–=]/gi

/** What may stand between the things of a list, and before the first. */
const between = new Set(drugWords['between allergens'])
/** What may stand between the thing and what it does. */
const leading = new Set(drugWords['before reaction'])
const severities: Readonly<Record<string, 'mild' | 'moderate' | 'severe'>> = dictionary<'mild' | 'moderate' | 'severe'>({
  mild: 'mild', mildly: 'mild', moderate: 'moderate', severe: 'severe', severely: 'severe', serious: 'severe', threatening: 'severe', fatal: 'severe',
}) // prettier-ignore
// An intolerance of these is a sign or a disease.
const ofTheBody = new Set(drugWords['of the body'])
const MAX_STEPS = 14

interface Effects {
  reactions: string[]
  severity?: 'mild' | 'moderate' | 'severe'
}

/** What it does, from the words right behind the thing. */
const effectsFrom = (words: readonly Word[], at: number, end: number, isThing: (at: number) => boolean): Effects & { to: number } => {
  const effects: Effects = { reactions: [] }
  let to = at
  for (let next = at; next < words.length && next < to + MAX_STEPS && words[next]!.end <= end;) {
    const reaction = reactionAt(words, next)
    if (reaction) {
      effects.reactions.push(reaction.one)
      if (severeReactions.has(reaction.one)) effects.severity = 'severe'
      next = to = reaction.to
    } else if (isThing(next) || !leading.has(words[next]!.text)) break
    else {
      const severity = severities[words[next]!.text]
      if (severity) [effects.severity, to] = [effects.severity ?? severity, next + 1]
      next += 1
    }
  }
  return { ...effects, to }
}

const asFound = ({ start, end, value, code, substances, way }: Allergen, { reactions, severity }: Effects): Found => ({
  type: 'allergy',
  start,
  end,
  value,
  way,
  ...(code ? { code } : {}),
  details: {
    ...(substances.length > 0 ? { substances: [...substances] } : {}),
    ...(reactions.length > 0 ? { reaction: [...new Set(reactions)].join(', ') } : {}),
    ...(severity ? { severity } : {}),
  },
})

const reading = (prepared: Prepared) => {
  const { words, found: things } = allergensOf(prepared)
  const isThing = (at: number) => things.has(at)
  const word = (at: number) => words[at]?.text ?? ''

  /** The things that are listed from a word on, each with what it does; `reported` are the effects stated before them. */
  const listFrom = (at: number, end: number, reported: Effects = { reactions: [] }): Found[] => {
    const found: Found[] = []
    let skipped = 0
    for (let next = at; next < words.length && words[next]!.end <= end && skipped < 6;) {
      const thing = things.get(next)
      if (thing) {
        const effects = effectsFrom(words, thing.to, end, isThing)
        found.push(asFound(thing.allergen, effects.reactions.length > 0 || effects.severity ? effects : reported))
        next = effects.to
        skipped = 0
        if (word(next) === ')' || word(next) === ']') next += 1
      } else if (between.has(word(next)) || word(next) === '.') {
        next += 1
        skipped += 1
      } else break
    }
    return found
  }

  /** What stands under the heading of allergies without being one: "penicillin, tolerates cephalosporins, avoid NSAIDs". */
  const findOthers = () => {
    const listed = [...things].toSorted(([, a], [, b]) => a.allergen.start - b.allergen.start)
    const usages = readUsages(prepared, listed.map(([, { allergen: { start, end } }]) => ({ start, end, hasDirections: false }))) // prettier-ignore
    const isOther = (index: number) =>
      usages[index]?.usage === 'tolerated' || (usages[index]?.usage === 'avoided' && usages[index].side === 'before')
    return new Set(listed.flatMap(([at], index) => (isOther(index) ? [at] : [])))
  }
  let others: ReadonlySet<number> | undefined

  /** Everything in a line under the heading of allergies. */
  const allIn = ({ start, end }: Span, from: number): Found[] => {
    const found: Found[] = []
    for (let at = from; at < words.length && words[at]!.end <= end;) {
      const thing = words[at]!.start >= start ? things.get(at) : undefined
      others ??= findOthers()
      if (thing && !others.has(at)) found.push(asFound(thing.allergen, effectsFrom(words, thing.to, end, isThing)))
      at = thing?.to ?? at + 1
    }
    return found
  }

  const triggered = (at: number, end: number): Found[] => {
    const [one, next] = [word(at), word(at + 1)]
    if (/^(?:allergic|hypersensitive|hypersensitivity|allerg(?:y|ies)|anaphyla(?:xis|ctic)|intoleran(?:t|ce))$/.test(one)) {
      const isReaction = next === 'reaction' || next === 'reactions' || next === 'shock'
      const to = at + (isReaction ? 2 : 1)
      const effects: Effects = one.startsWith('anaphyla') ? { reactions: ['anaphylaxis'], severity: 'severe' } : { reactions: [] }
      const before = severities[word(at - 1)]
      if (/^(?:to|with|from|include|includes|including|are|:)$/.test(word(to)) || (one.startsWith('intoleran') && word(to) === 'of'))
        return listFrom(to + 1, end, { ...effects, ...(before && !effects.severity ? { severity: before } : {}) })
    }
    const thing = things.get(at)
    const isNamed =
      thing &&
      !(word(thing.to) === 'intolerance' && ofTheBody.has(thing.allergen.value)) &&
      words[thing.to] &&
      words[thing.to]!.end <= end &&
      /^(?:allerg(?:y|ies|ic)|hypersensitivity|anaphylaxis|intolerance)$/.test(word(thing.to))
    if (isNamed) {
      const effects = effectsFrom(words, thing.to, end, isThing)
      const before = severities[word(at - 1)]
      return [asFound(thing.allergen, { ...effects, ...((effects.severity ?? before) ? { severity: effects.severity ?? before! } : {}) })]
    }
    const reaction = reactionAt(words, at)
    if (
      reaction &&
      allergicReactions.has(reaction.one) &&
      /^(?:with|after|from|to|following|on|when|due|whenever|if)$/.test(word(reaction.to))
    ) {
      let to = reaction.to + 1
      while (
        /^(?:taking|given|taken|using|eating|he|she|takes|eats|to|a|the|dose|of|injection|use|being|exposure|oral|iv|administration|she's)$/.test(
          word(to),
        )
      )
        to += 1
      const isSevere = severeReactions.has(reaction.one) || severities[word(at - 1)] === 'severe'
      return listFrom(to, end, { reactions: [reaction.one], ...(isSevere ? { severity: 'severe' } : {}) })
    }
    return []
  }
  return { words, allIn, triggered }
}

const nothingKnown = (text: string): Found[] => {
  const whole = [...text.matchAll(none)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
  const headed = [...text.matchAll(noneHeaded)].map((match) => ({
    start: match.index + match[0].length - match[1]!.length,
    end: match.index + match[0].length,
  }))
  return [...whole, ...headed].map((span) => ({ ...span, type: 'allergy', value: 'none known', way: 'none' }))
}

/**
 * What a text says the patient is allergic to, drugs, food or other things, with the reaction and how severe it was as far as it is said; that
 * nothing is known is found too (value "none known"). Whether it is denied is for the context to say.
 */
export const findAllergies = (prepared: Prepared): Found[] => {
  const { text, sentences } = prepared
  const unknown = nothingKnown(text)
  const { words, allIn, triggered } = reading(prepared)
  const found: Found[] = [...unknown]
  const taken = new Set<number>()
  const keep = (some: readonly Found[]) => {
    for (const one of some) {
      if (taken.has(one.start) || unknown.some(({ start, end }) => one.start < end && start < one.end)) continue
      taken.add(one.start)
      found.push(one)
    }
  }
  let at = 0
  for (const match of text.matchAll(heading)) {
    const span = findHeadedSpan(text, match.index + match[0].length)
    while (at < words.length && words[at]!.start < span.start) at += 1
    keep(allIn(span, at))
  }
  let sentence = 0
  for (let next = 0; next < words.length; next += 1) {
    while (sentence < sentences.length - 1 && sentences[sentence]!.end <= words[next]!.start) sentence += 1
    keep(triggered(next, sentences[sentence]?.end ?? text.length))
  }
  return found.toSorted((a, b) => a.start - b.start)
}
