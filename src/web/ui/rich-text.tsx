import { createElement, type ReactNode } from 'react'
import { isSafeLink, type BlockNode, type InlineNode, type RichText as Document } from '#shared/rich-text.ts'
import styles from './rich-text.module.css'

type Mark = NonNullable<Extract<InlineNode, { type: 'text' }>['marks']>[number]

const marked = (content: ReactNode, mark: Mark): ReactNode => {
  if (mark.type === 'bold') return <strong>{content}</strong>
  if (mark.type === 'italic') return <em>{content}</em>
  const { href } = mark.attrs
  // What is stored was checked; what an older program stored is checked again.
  if (!isSafeLink(href)) return content
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer" title={href}>
      {content}
    </a>
  )
}
const inline = (node: InlineNode): ReactNode =>
  node.type === 'hardBreak' ? <br /> : (node.marks ?? []).reduceRight<ReactNode>(marked, node.text)
const inlines = (nodes: readonly InlineNode[] = []) => nodes.map(inline)
const blocks = (nodes: readonly BlockNode[]) => nodes.map(block)

/** A list of elements that never change their order needs no keys of its own. */
const element = (tag: string, children: ReactNode[], attributes: Record<string, string | undefined> = {}) =>
  createElement(tag, attributes, ...children)

const block = (node: BlockNode): ReactNode => {
  switch (node.type) {
    case 'heading':
      return element(node.attrs.level === 2 ? 'h3' : 'h4', inlines(node.content), { dir: 'auto' })
    case 'blockquote':
      return element('blockquote', blocks(node.content))
    case 'bulletList':
    case 'orderedList':
      return element(
        node.type === 'orderedList' ? 'ol' : 'ul',
        node.content.map(({ content }) => element('li', blocks(content), { dir: 'auto' })),
      )
    default:
      return element('p', inlines(node.content), { dir: 'auto' })
  }
}

/**
 * A text with form, as elements: what it says is never read as markup, and links open outside. A text that was written plain (`document`
 * is null) is shown line by line.
 */
export const RichText = ({ document, plain }: { document: Document | null; plain: string }) =>
  document === null ? (
    <p className={`break-anywhere ${styles.richText} ${styles.isPlain}`} dir="auto">
      {plain}
    </p>
  ) : (
    element('div', blocks(document.content), { className: `break-anywhere ${styles.richText}` })
  )
