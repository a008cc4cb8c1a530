import { z } from 'zod'

/** The papers that leave the house and that a clinic words its own way. */
export const paperKinds = [
  'invoice',
  'receipt',
  'credit-note',
  'laboratory-report',
  'prescription',
  'referral-letter',
  'letter',
  'visit-summary',
  'drug-label',
  'patient-card',
  'purchase-order',
] as const
export type PaperKind = (typeof paperKinds)[number]

export const paperTexts = ['header', 'footer', 'thanks'] as const
export type PaperText = (typeof paperTexts)[number]
export const paperBlocks = ['logo', 'address', 'tax number', 'proof', 'signature'] as const
export type PaperBlock = (typeof paperBlocks)[number]
export const paperSizes = ['a4', 'a5', '80mm'] as const
export type PaperSizeName = (typeof paperSizes)[number]

interface Offer {
  /** The texts that there is room for, each with how many lines and characters it may have. */
  texts: Partial<Record<PaperText, { lines: number; length: number }>>
  /** The first is the usual one. */
  sizes: readonly PaperSizeName[]
  /** Written in more than one language. */
  hasLanguages: boolean
  /** What may be left out. */
  blocks: readonly PaperBlock[]
}

const letterTexts = {
  header: { lines: 3, length: 240 },
  footer: { lines: 2, length: 240 },
  thanks: { lines: 8, length: 1000 },
} as const
const bill = { texts: letterTexts, hasLanguages: false, blocks: ['logo', 'address', 'tax number', 'proof'] } as const

/** What can be said about each kind of paper. */
export const paperOffers: Record<PaperKind, Offer> = {
  invoice: { ...bill, sizes: ['a4', '80mm'] },
  receipt: { ...bill, sizes: ['80mm', 'a4'] },
  'credit-note': { ...bill, sizes: ['a4', '80mm'] },
  'laboratory-report': { texts: letterTexts, sizes: ['a4'], hasLanguages: true, blocks: ['logo', 'address', 'proof'] },
  prescription: { texts: letterTexts, sizes: ['a5', 'a4'], hasLanguages: false, blocks: ['logo', 'address', 'signature'] },
  'referral-letter': { texts: letterTexts, sizes: ['a4', 'a5'], hasLanguages: false, blocks: ['logo', 'address', 'signature'] },
  letter: { texts: letterTexts, sizes: ['a4', 'a5'], hasLanguages: false, blocks: ['logo', 'address', 'signature'] },
  'visit-summary': { texts: letterTexts, sizes: ['a4', 'a5'], hasLanguages: true, blocks: ['logo', 'address'] },
  'drug-label': { texts: {}, sizes: [], hasLanguages: true, blocks: ['address'] },
  'patient-card': { texts: { footer: { lines: 1, length: 60 } }, sizes: [], hasLanguages: false, blocks: ['address'] },
  'purchase-order': { texts: letterTexts, sizes: ['a4'], hasLanguages: false, blocks: ['logo', 'address', 'tax number'] },
}

/** What the clinic adds to a kind of paper, and what it leaves out. */
export const PaperWording = z.strictObject({
  header: z.string(),
  footer: z.string(),
  thanks: z.string(),
  /** Empty: the usual one. */
  size: z.enum([...paperSizes, '']),
  /** Empty: the language of the patient, else the clinic's. */
  language: z.enum(['en', 'sw', 'fr', '']),
  hidden: z.array(z.enum(paperBlocks)).max(paperBlocks.length),
})
export type PaperWording = z.output<typeof PaperWording>

/** A paper as the program brings it. */
export const standardWording: PaperWording = { header: '', footer: '', thanks: '', size: '', language: '', hidden: [] }

/** The lines of a text as they were typed, without the empty ones at its ends. */
export const linesOf = (text: string): string[] => (text.trim() === '' ? [] : text.trim().split(/\r\n?|\n/))
