/** Where something stands on the picture of a page, in shares of the page from its top left corner. */
export interface Box {
  x: number
  y: number
  w: number
  h: number
}
/** [start, end, x, y, w, h], as the contract has it. */
export type Word = readonly [number, number, number, number, number, number]
interface Span {
  start: number
  end: number
}

/** The first word that ends after `offset`; words stand in the order of the text. */
const firstAfter = (words: readonly Word[], offset: number): number => {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.[1] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** The part of a word's box that belongs to the letters between two offsets, as if all letters were as wide. */
const partOf = ([start, end, x, y, w, h]: Word, span: Span): Box => {
  const letters = Math.max(1, end - start)
  const from = Math.max(0, span.start - start) / letters
  const to = Math.min(letters, span.end - start) / letters
  return { x: x + w * from, y, w: w * (to - from), h }
}

/** Whether two boxes stand on one line: their heights overlap by more than half of the lower one. */
const areOnOneLine = (a: Box, b: Box) => Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > Math.min(a.h, b.h) / 2

const joined = (a: Box, b: Box): Box => {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y }
}

/** The boxes of a place in the text of a page, one for each line that it runs over; none where no word is known there. */
export const boxesOf = (words: readonly Word[], span: Span): Box[] => {
  const boxes: Box[] = []
  for (let at = firstAfter(words, span.start); at < words.length; at += 1) {
    const word = words[at]
    if (!word || word[0] >= span.end) break
    const box = partOf(word, span)
    const last = boxes.at(-1)
    // A word that stands before the last one begins a new line or column, however close it is.
    if (last && areOnOneLine(last, box) && box.x >= last.x) boxes[boxes.length - 1] = joined(last, box)
    else boxes.push(box)
  }
  return boxes
}
