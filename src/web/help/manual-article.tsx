import { Kbd } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { keyLabel } from '../keyboard/keys.ts'
import styles from './help.module.css'
import type { ManualBlock, ManualPage, ManualPiece } from './manual-page.ts'

interface Props {
  page: ManualPage
  /** Takes the focus to the title: the person went here from another page. */
  takesFocus: boolean
  open: (id: string) => void
}

const Piece = ({ piece, open }: { piece: ManualPiece; open: Props['open'] }) => {
  if (typeof piece === 'string') return piece
  if ('control' in piece) return <b>{piece.control}</b>
  if ('key' in piece) return <Kbd>{keyLabel(piece.key)}</Kbd>
  return (
    <button type="button" className={`plain accent-text text-start underlined ${styles.link}`} onClick={() => open(piece.page)}>
      {piece.text}
    </button>
  )
}

const Pieces = ({ pieces, open }: { pieces: readonly ManualPiece[]; open: Props['open'] }) =>
  pieces.map((piece, at) => <Piece key={at} piece={piece} open={open} />)

const Block = ({ block, open }: { block: ManualBlock; open: Props['open'] }) => {
  if (block.type === 'heading') return <h3>{block.text}</h3>
  if (block.type === 'paragraph')
    return (
      <p>
        <Pieces pieces={block.pieces} open={open} />
      </p>
    )
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((pieces, at) => (
        <li key={at}>
          <Pieces pieces={pieces} open={open} />
        </li>
      ))}
    </List>
  )
}

/** One page of the manual. It is written in English. */
export const ManualArticle = ({ page, takesFocus, open }: Props) => {
  const title = useRef<HTMLHeadingElement>(null)
  // The focus is outside React.
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  return (
    <article lang="en" className={`break-anywhere ${styles.article}`} aria-labelledby="help-title">
      <h2 id="help-title" tabIndex={-1} ref={title}>
        {page.title}
      </h2>
      {page.blocks.map((block, at) => (
        <Block key={at} block={block} open={open} />
      ))}
    </article>
  )
}
