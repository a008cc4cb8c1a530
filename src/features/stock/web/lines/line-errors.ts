import type { ReactNode } from 'react'

type Errors = Record<string, ReactNode>

const placeIn = (name: string, path: string): { place: number; field: string } | null => {
  if (!name.startsWith(`${path}.`)) return null
  const [place = '', ...rest] = name.slice(path.length + 1).split('.')
  return /^\d+$/.test(place) ? { place: Number(place), field: rest[0] ?? '' } : null
}

/** Errors of rows by their place, then by field: `items.3.quantity` is at 3, `quantity`. */
export const errorsByLine = (errors: Errors, path: string): ReadonlyMap<number, Readonly<Record<string, string>>> => {
  const byLine = new Map<number, Record<string, string>>()
  for (const [name, text] of Object.entries(errors)) {
    const at = placeIn(name, path)
    if (at && typeof text === 'string') byLine.set(at.place, { ...byLine.get(at.place), [at.field]: text })
  }
  return byLine
}

/** The errors that still hold once lines have changed: those of lines that stand where they stood, untouched. */
export const keptErrors = (errors: Errors, path: string, isUntouched: (place: number) => boolean): Errors =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => {
      const at = placeIn(name, path)
      return at === null ? name !== path : isUntouched(at.place)
    }),
  )
