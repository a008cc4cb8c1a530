import { z } from 'zod'

// Zero-width and formatting characters that would make a name look empty.
const invisible = /[\p{Cf}\p{Cc}\p{Z}]/gu

/** One line of text, trimmed, in Unicode normal form C, with something visible in it. */
export const line = (max: number) =>
  z
    .string()
    .max(max * 2)
    .overwrite((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim())
    .check(
      z.maxLength(max),
      z.refine((text) => text.replace(invisible, '').length > 0, 'This field is required.'),
    )

/** A text of any number of lines as it was typed, in Unicode normal form C; it may be empty. */
export const prose = (max: number) =>
  z
    .string()
    .max(max * 2)
    .overwrite((text) => text.normalize('NFC'))
    .check(z.maxLength(max))

/** The same with something visible in it. */
export const filledProse = (max: number) =>
  prose(max).check(z.refine((text) => text.replace(invisible, '').length > 0, 'This field is required.'))

/** An e-mail address, lower case. */
export const email = z
  .string()
  .max(254)
  .overwrite((text) => text.trim().toLowerCase())
  .check(z.email())

/** A telephone number as people type it; kept as digits with an optional leading plus. */
export const phone = z
  .string()
  .max(40)
  .overwrite((text) => text.replace(/[\s().-]/g, ''))
  .check(z.regex(/^\+?[0-9]{6,15}$/, 'Enter a phone number, for example +254712345678.'))
