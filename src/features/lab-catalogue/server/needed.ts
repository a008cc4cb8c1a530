import { conflict } from '#platform/errors/problem.ts'

const SHOWN = 5

/** 409 `needed` that names what still needs something that shall go out of use; nothing when nothing does. */
export const requireUnneeded = (names: readonly string[]) => {
  if (names.length === 0) return
  const listed = `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ', …' : ''}`
  throw conflict(`This is still needed by: ${listed}.`, { needed_by: names }, 'needed')
}
