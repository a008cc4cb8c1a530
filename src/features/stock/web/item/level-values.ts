import { readWhole } from '../lines/line-numbers.ts'

/** The boxes of a level, as they are typed. */
export interface LevelTexts {
  minimum: string
  reorder_level: string
  maximum: string
}
interface Level {
  minimum: number
  reorder_level: number
  maximum: number | null
}

/** Zero means that it does not matter: the box is empty then. */
export const levelTexts = ({ minimum, reorder_level, maximum }: Level): LevelTexts => ({
  minimum: minimum === 0 ? '' : String(minimum),
  reorder_level: reorder_level === 0 ? '' : String(reorder_level),
  maximum: maximum === null ? '' : String(maximum),
})

const MOST = 999_999
/** Nothing typed is no level; null for what is no number. */
const levelOf = (text: string): number | null => {
  const level = text.trim() === '' ? 0 : readWhole(text)
  return level !== null && level <= MOST ? level : null
}

export type Box = keyof LevelTexts
/** Which box cannot be meant, and whether it is no number at all or one that does not go with the others. */
export interface Broken {
  box: Box
  why: 'number' | 'order'
}

/** What was typed, or what is wrong with it. */
export const readLevel = (typed: LevelTexts): Level | Broken => {
  const [minimum, ordering, most] = [levelOf(typed.minimum), levelOf(typed.reorder_level), levelOf(typed.maximum)]
  if (minimum === null) return { box: 'minimum', why: 'number' }
  if (ordering === null) return { box: 'reorder_level', why: 'number' }
  if (most === null) return { box: 'maximum', why: 'number' }
  const maximum = typed.maximum.trim() === '' ? null : most
  // Ordering begins at the minimum at the latest.
  const reorder_level = typed.reorder_level.trim() === '' ? minimum : ordering
  if (reorder_level < minimum) return { box: 'reorder_level', why: 'order' }
  return maximum !== null && maximum < reorder_level ? { box: 'maximum', why: 'order' } : { minimum, reorder_level, maximum }
}

export const isSameLevel = (a: Level, b: Level) => a.minimum === b.minimum && a.reorder_level === b.reorder_level && a.maximum === b.maximum
