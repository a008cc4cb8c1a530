import type { FocusEvent, MouseEvent } from 'react'

/** Boxes that have the cursor and were not clicked since: a click puts the cursor into the text only after the box has it. */
const entered = new WeakSet<HTMLInputElement>()

/**
 * What is typed into a list to choose from is searched for: it replaces the choice so far. The text is chosen when the box takes the cursor, by
 * a key or by a click; a second click goes to a place in the text. Capturing, because forms listen for the focus of their boxes themselves.
 */
export const replaceChoice = {
  onFocusCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    // Nothing can be typed into a short list.
    if (currentTarget.readOnly) return
    currentTarget.select()
    entered.add(currentTarget)
  },
  onClickCapture: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    if (entered.delete(currentTarget)) currentTarget.select()
  },
}
