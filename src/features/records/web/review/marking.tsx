import { Button, Menu } from '@mantine/core'
import { IconHighlight } from '@tabler/icons-react'
import { useEffect, useState, type RefObject } from 'react'
import { entityTypes, type EntityType } from '#features/clinical-text/contract.ts'
import { addEntity } from '#features/records/contract-entities.ts'
import { call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { typeWord } from './entity-words.tsx'

export interface Chosen {
  page: number
  start: number
  end: number
  text: string
}

const LONGEST = 200
/** Their value is a number or a day, which somebody types. */
const withoutName: ReadonlySet<EntityType> = new Set(['laboratory', 'vital', 'date'])

const offsetIn = (page: Element, node: Node, offset: number): number | null => {
  const piece = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-start]')
  if (!piece || !page.contains(piece)) return null
  return Number(piece.dataset['start']) + (node instanceof Element ? 0 : offset)
}

/** Which words of a page a selection of the browser is, without the blanks around them; null when it is not within one page. */
const chosenOf = (selection: Selection | null): Chosen | null => {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const from = range.startContainer
  const page = (from instanceof Element ? from : from.parentElement)?.closest<HTMLElement>('.page-text')
  if (!page) return null
  const start = offsetIn(page, range.startContainer, range.startOffset)
  const end = offsetIn(page, range.endContainer, range.endOffset)
  if (start === null || end === null || end <= start) return null
  const raw = (page.textContent ?? '').slice(start, end)
  const text = raw.trim()
  if (text === '') return null
  const first = start + raw.indexOf(text)
  return { page: Number(page.dataset['page']), start: first, end: first + text.length, text }
}

/** What is selected in the text of the document. */
export const useChosen = (box: RefObject<HTMLElement | null>): [Chosen | null, () => void] => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  // The selection is the browser's.
  useEffect(() => {
    const look = () => {
      const selection = document.getSelection()
      const isHere = selection?.anchorNode != null && box.current?.contains(selection.anchorNode)
      // A press on the bar takes the selection away, and means what was selected.
      if (isHere) setChosen(chosenOf(selection))
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [box])
  return [chosen, () => setChosen(null)]
}

/** Marks words that were selected as a finding that was missed. */
export const MarkBar = ({ record, chosen, onDone }: { record: number; chosen: Chosen; onDone: () => void }) => {
  const { run, isRunning } = useDeed()
  const mark = (type: EntityType) =>
    run(async () => {
      const { page, start, end, text } = chosen
      const named = withoutName.has(type) ? {} : { value: text.replaceAll(/\s+/g, ' ').slice(0, LONGEST) }
      await call(addEntity, { params: { id: record }, body: { page, start, end, type, ...named } })
      document.getSelection()?.removeAllRanges()
      onDone()
    }, t('Marked. Correct it if a code or unit is missing.'))
  return (
    <div className="mark-bar row" role="status">
      <IconHighlight size={16} aria-hidden />
      <span className="grow clip">“{chosen.text}”</span>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="filled" loading={isRunning}>
            {t('Mark as…')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {entityTypes.map((type) => (
            <Menu.Item key={type} onClick={() => mark(type)}>
              {typeWord(type)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
