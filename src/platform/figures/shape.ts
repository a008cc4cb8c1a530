const MAX_LENGTH = 2000
/** Texts, comments, numbers, numbered places for values and quoted names, in the order in which they stand; the last may be cut off. */
const PARTS = /'(?:[^']|'')*(?:'|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"([a-z_][a-z0-9_]*)"|\$\d+|(?<![\w$])\d+(?:\.\d+)?/g

/** A statement without any value in it, on one line; lists of values are as long as one. */
export const shapeOf = (statement: string): string =>
  statement
    .replaceAll(PARTS, (part: string, name: string | undefined) => {
      if (name !== undefined) return name
      return part.startsWith('--') || part.startsWith('/*') ? ' ' : '?'
    })
    .replaceAll(/\s+/g, ' ')
    .replace(/\(\s*\?(?:\s*,\s*\?)*\s*,?\s*\$?$/, '(?, …)')
    .replaceAll(/\(\s*\?(?:\s*,\s*\?)+\s*\)/g, '(?, …)')
    .replaceAll(/\(\?, …\)(?:, \(\?, …\))+/g, '(?, …), …')
    .trim()
    .slice(0, MAX_LENGTH)
    .toWellFormed()
