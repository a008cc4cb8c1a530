import { Textarea } from '@mantine/core'
import { IconBlockquote, IconBold, IconHeading, IconItalic, IconLink, IconList, IconListNumbers, type Icon } from '@tabler/icons-react'
import { useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { RichText } from '#web/ui/rich-text.tsx'
import { ToolButton } from '#web/ui/tool-button.tsx'
import { documentOf } from './markup.ts'

interface Tool {
  label: string
  keys?: string
  sign: Icon
  /** Put around what is chosen. */
  around?: readonly [string, string]
  /** Put before each line that is chosen. */
  before?: (line: number) => string
}
const tools = (): Tool[] => [
  { label: t('Bold'), keys: 'Control+B', sign: IconBold, around: ['**', '**'] },
  { label: t('Italic'), keys: 'Control+I', sign: IconItalic, around: ['_', '_'] },
  { label: t('Heading'), sign: IconHeading, before: () => '## ' },
  { label: t('List'), sign: IconList, before: () => '- ' },
  { label: t('Numbered list'), sign: IconListNumbers, before: (line) => `${line + 1}. ` },
  { label: t('Quotation'), sign: IconBlockquote, before: () => '> ' },
  { label: t('Link'), sign: IconLink, around: ['[', '](https://)'] },
]

interface Selected {
  value: string
  start: number
  end: number
}
/** The text with the signs of a tool, and what is chosen in it afterwards. */
const applied = ({ value, start, end }: Selected, { around, before }: Tool): Selected => {
  if (around) {
    const [open, close] = around
    const inside = value.slice(start, end)
    const text = value.slice(0, start) + open + inside + close + value.slice(end)
    // The words of the link are there: its address is typed next.
    const address = end + open.length + close.length - 1
    if (inside !== '' && close.includes('(')) return { value: text, start: address, end: address }
    return { value: text, start: start + open.length, end: end + open.length }
  }
  const from = value.lastIndexOf('\n', start - 1) + 1
  const marked = value
    .slice(from, end)
    .split('\n')
    .map((line, at) => (before?.(at) ?? '') + line)
    .join('\n')
  return { value: value.slice(0, from) + marked + value.slice(end), start: from + marked.length, end: from + marked.length }
}

interface Props {
  label: string
  value?: string
  onChange?: (value: string) => void
  error?: ReactNode
  'data-path'?: string
}

/** A text with form: typed with a few signs, which the buttons put in, and shown beneath as its readers will see it. */
export const TextField = ({ label, value = '', onChange, ...props }: Props) => {
  const box = useRef<HTMLTextAreaElement>(null)
  const document = useMemo(() => documentOf(value), [value])
  const use = (tool: Tool) => {
    const { selectionStart = 0, selectionEnd = 0 } = box.current ?? {}
    const next = applied({ value, start: selectionStart, end: selectionEnd }, tool)
    onChange?.(next.value)
    // After the box holds it.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(next.start, next.end)
    })
  }
  const useKey = (event: KeyboardEvent) => {
    const tool = (event.ctrlKey || event.metaKey) && tools().find(({ keys }) => keys === `Control+${event.key.toUpperCase()}`)
    if (!tool) return
    event.preventDefault()
    use(tool)
  }
  return (
    <div className="stack gap-4">
      <div className="row wrap" role="toolbar" aria-label={t('Text formatting')}>
        {tools().map((tool) => (
          <ToolButton key={tool.label} label={tool.label} keys={tool.keys} run={() => use(tool)}>
            <tool.sign size={16} stroke={1.75} aria-hidden />
          </ToolButton>
        ))}
      </div>
      <Textarea
        ref={box}
        label={label}
        description={t('An empty line starts a new paragraph; a line that starts with a dash becomes a list.')}
        required
        autosize
        minRows={5}
        maxRows={16}
        value={value}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        onKeyDown={useKey}
        {...props}
      />
      {document && (
        <section className="stack gap-4 sunken outlined round-l pad-5-6" aria-label={t('Preview for readers')}>
          <h3 className="small t3 regular">{t('Preview for readers')}</h3>
          <RichText document={document} plain={value} />
        </section>
      )}
    </div>
  )
}
