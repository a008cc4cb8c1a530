import { number } from './format.ts'

/** A decimal text of the wire with its sign and all its decimals: +0.50, −0.50, 0.00. */
export const withSign = (text: string): string => `${Number(text) > 0 ? '+' : ''}${number(text, text.split('.')[1]?.length ?? 0)}`
