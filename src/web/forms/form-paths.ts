import { t } from '../i18n.ts'

/**
 * Under which path a form says what is wrong at `path`: its own where it has a box or stands in a line that says its own errors, that of
 * its list where one box holds them all; null where there is none.
 */
export const findHome = (path: string, hasBox: (path: string) => boolean, hasLine: (path: string) => boolean): string | null => {
  if (hasBox(path)) return path
  const list = path.replace(/\.\d+$/, '')
  if (list !== path && hasBox(list)) return list
  return hasLine(lineOf(path)) ? path : null
}

/** The line that a path lies in: `items.3` of `items.3.quantity`; empty for none. */
export const lineOf = (path: string): string => /^.*?\.\d+(?=\.|$)/.exec(path)?.[0] ?? ''

/** An error that has no box, as a person may read it: by the number of its line, never by the name of a field. */
export const sayWithoutBox = (path: string, text: string): string => {
  const place = lineOf(path).split('.').at(-1)
  return place ? t('Line {n}: {text}', { n: Number(place) + 1, text }) : text
}
