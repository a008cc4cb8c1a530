import type { DocumentType } from './kind.ts'

const MAX_LENGTH = 200

/** The first is what a name gets that has none of them. */
const endings: Readonly<Record<DocumentType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/tiff': ['tif', 'tiff'],
  'image/webp': ['webp'],
  'text/plain': ['txt', 'text', 'csv', 'tsv', 'log', 'md'],
}
/** They turn the reading direction of what follows, so that a name looks like another one. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * What a file is shown and saved as: one line of at most 200 characters that ends as its type does. It never finds a file: those lie
 * under names of our own.
 */
export const cleanName = (name: string, type: DocumentType): string => {
  const line = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(DIRECTIONS, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  const ending = /\.(?=\d*[a-z])([a-z\d]{1,5})$/i.exec(line)?.[1] ?? ''
  const stem = ending ? line.slice(0, -ending.length - 1) : line
  const own = endings[type].includes(ending.toLowerCase()) ? ending : endings[type][0]!
  return `${Array.from(stem || 'document')
    .slice(0, MAX_LENGTH - own.length - 1)
    .join('')}.${own}`
}
