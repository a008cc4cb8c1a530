/** A piece of a sentence: text, the words of a control, a key, or a link to another page of the manual. */
export type ManualPiece = string | { control: string } | { key: string } | { page: string; text: string }

export type ManualBlock =
  | { type: 'heading'; text: string }
  | { type: 'paragraph'; pieces: readonly ManualPiece[] }
  | { type: 'list'; isOrdered: boolean; items: readonly (readonly ManualPiece[])[] }

/** One task of the manual, as `tools/manual/read-manual.ts` reads it from `docs/manual`. */
export interface ManualPage {
  /** The name of its file, without the ending. */
  id: string
  title: string
  /** The names of the seeded groups that it is written for. */
  roles: readonly string[]
  /** The screens that it explains, as features declare their pages: no other page explains them. */
  routes: readonly string[]
  /** Other screens on which a part of the task is done. */
  also: readonly string[]
  blocks: readonly ManualBlock[]
}

export const textOfPiece = (piece: ManualPiece): string =>
  typeof piece === 'string' ? piece : 'control' in piece ? piece.control : 'key' in piece ? piece.key : piece.text

/** The plain text of each heading, paragraph and item. */
export const linesOf = ({ blocks }: ManualPage): string[] =>
  blocks.flatMap((block) => {
    if (block.type === 'heading') return [block.text]
    const lines = block.type === 'paragraph' ? [block.pieces] : block.items
    return lines.map((pieces) => pieces.map(textOfPiece).join(''))
  })
