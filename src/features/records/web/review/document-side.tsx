import { IconArrowAutofitWidth, IconChevronDown, IconChevronUp, IconZoomIn, IconZoomOut, IconHighlight } from '@tabler/icons-react'
import { useEffect, useMemo, useState, type MouseEvent, type RefObject } from 'react'
import { addEntity } from '#features/records/contract.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { ToolButton } from '#web/ui/tool-button.tsx'
import type { Entity, FullRecord } from '../record-types.ts'
import { PageView } from './page-view.tsx'
import { TextOfPage } from './text-view.tsx'
import { Button, Menu } from '@mantine/core'
import { entityTypes, type EntityType } from '#features/clinical-text/contract.ts'
import { call } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { typeWord } from './entity-labels.tsx'
import documentStyles from './document.module.css'
import recordsStyles from '../records.module.css'

interface Chosen {
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
const readSelection = (selection: Selection | null): Chosen | null => {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const from = range.startContainer
  const page = (from instanceof Element ? from : from.parentElement)?.closest<HTMLElement>('[data-part="page-text"]')
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
const useChosen = (box: RefObject<HTMLElement | null>): [Chosen | null, () => void] => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  // The selection is the browser's.
  useEffect(() => {
    const look = () => {
      const selection = document.getSelection()
      const isHere = selection?.anchorNode != null && box.current?.contains(selection.anchorNode)
      // A press on the bar takes the selection away, and means what was selected.
      if (isHere) setChosen(readSelection(selection))
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [box])
  return [chosen, () => setChosen(null)]
}

/** Marks words that were selected as a finding that was missed. */
const MarkBar = ({ record, chosen, onDone }: { record: number; chosen: Chosen; onDone: () => void }) => {
  const { run, isRunning } = useAction()
  const mark = (type: EntityType) =>
    run(async () => {
      const { page, start, end, text } = chosen
      const named = withoutName.has(type) ? {} : { value: text.replaceAll(/\s+/g, ' ').slice(0, LONGEST) }
      await call(addEntity, { params: { id: record }, body: { page, start, end, type, ...named } })
      document.getSelection()?.removeAllRanges()
      onDone()
    }, t('Marked. Correct it if a code or unit is missing.'))
  return (
    <div className="rigid line-bottom pad-3-5 row accent-soft" role="status">
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

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
const FIT = 2
const NONE: readonly Entity[] = []

const pagesIn = (box: HTMLElement) =>
  Array.from(box.querySelectorAll<HTMLElement>('[data-page]')).filter((page) => !page.parentElement?.closest('[data-page]'))

/** Which page is at the top of what is in view, and the way to another. */
const usePlace = (box: RefObject<HTMLElement | null>, start: number) => {
  const [at, setAt] = useState(start)
  const look = () => {
    if (!box.current) return
    const { top, height } = box.current.getBoundingClientRect()
    const passed = pagesIn(box.current).filter((page) => page.getBoundingClientRect().top <= top + height / 3)
    setAt(Number(passed.at(-1)?.dataset['page'] ?? 1))
  }
  const goTo = (page: number) => {
    box.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' })
    setAt(page)
  }
  return { at, look, goTo }
}

interface Props {
  record: FullRecord
  box: RefObject<HTMLDivElement | null>
  current: number | null
  startPage: number
  onSelect: (id: number) => void
}

/** The document: pictures of its pages, or its text, with what was found marked in it. */
export const DocumentSide = ({ record, box, current, startPage, onSelect }: Props) => {
  const { can } = useRights()
  const hasPictures = record.file !== null && record.file.type !== 'text/plain'
  const [view, setView] = useState<'picture' | 'text'>(hasPictures ? 'picture' : 'text')
  const [zoom, setZoom] = useState(FIT)
  const place = usePlace(box, startPage)
  const [chosen, forget] = useChosen(box)
  const texts = useMemo(() => (record.text === '' ? [] : record.text.split('\f')), [record.text])
  const byPage = useMemo(() => Map.groupBy(record.entities, ({ page }) => page), [record.entities])
  const isPurged = record.purged_at !== null
  const count = isPurged ? 0 : view === 'picture' ? Math.max(record.page_count ?? 0, texts.length) : texts.length
  const nearer = () => setZoom((now) => Math.min(now + 1, ZOOMS.length - 1))
  const farther = () => setZoom((now) => Math.max(now - 1, 0))
  const fit = () => setZoom(FIT)
  const turn = (by: number) => place.goTo(Math.min(count, Math.max(1, place.at + by)))
  useKeys([
    { keys: 'PageDown', label: t('Next page'), run: () => turn(1), hidden: true },
    { keys: 'PageUp', label: t('Previous page'), run: () => turn(-1), hidden: true },
    { keys: '+', label: t('Zoom in'), run: nearer },
    // The same key where plus needs Shift.
    { keys: '=', label: t('Zoom in'), run: nearer, hidden: true },
    { keys: '-', label: t('Zoom out'), run: farther },
    { keys: '0', label: t('Fit to width'), run: fit },
    ...(hasPictures ? [{ keys: 'T', label: t('Image or text'), run: () => setView(view === 'text' ? 'picture' : 'text') }] : []),
  ])
  const select = (event: MouseEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-entity]')?.dataset['entity']
    if (id !== undefined && document.getSelection()?.isCollapsed !== false) onSelect(Number(id))
  }
  // Opens on the page that was asked for.
  useEffect(() => {
    if (startPage > 1) box.current?.querySelector(`[data-page="${startPage}"]`)?.scrollIntoView({ block: 'start' })
  }, [box, startPage])
  const numbers = Array.from({ length: count }, (_, page) => page + 1)
  return (
    <section className={`panel stack min-h-0 clipped ${documentStyles.reviewDocument}`} aria-label={t('Document')}>
      <header className={`rigid line-bottom labels-hidden pad-3-5 ${documentStyles.reviewTools} row wrap`}>
        {hasPictures && (
          <ChoiceField
            label={t('Show as')}
            data={[
              { value: 'picture', label: t('Image') },
              { value: 'text', label: t('Text') },
            ]}
            value={view}
            onChange={setView}
          />
        )}
        <span className="grow" />
        {count > 0 && (
          <span className="row">
            <ToolButton label={t('Previous page')} keys="PageUp" disabled={place.at <= 1} run={() => turn(-1)}>
              <IconChevronUp size={18} stroke={1.5} aria-hidden />
            </ToolButton>
            <span className="num small" aria-live="polite">
              {t('{n} of {all}', { n: number(Math.min(place.at, count)), all: number(count) })}
            </span>
            <ToolButton label={t('Next page')} keys="PageDown" disabled={place.at >= count} run={() => turn(1)}>
              <IconChevronDown size={18} stroke={1.5} aria-hidden />
            </ToolButton>
          </span>
        )}
        <span className="row">
          <ToolButton label={t('Zoom out')} keys="-" disabled={zoom === 0} run={farther}>
            <IconZoomOut size={18} stroke={1.5} aria-hidden />
          </ToolButton>
          <ToolButton label={t('Fit to width')} keys="0" disabled={zoom === FIT} run={fit}>
            <IconArrowAutofitWidth size={18} stroke={1.5} aria-hidden />
          </ToolButton>
          <ToolButton label={t('Zoom in')} keys="+" disabled={zoom === ZOOMS.length - 1} run={nearer}>
            <IconZoomIn size={18} stroke={1.5} aria-hidden />
          </ToolButton>
        </span>
      </header>
      {chosen && can(addEntity) && record.withdrawn_at === null && <MarkBar record={record.id} chosen={chosen} onDone={forget} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- what scrolls is scrolled by keys, too; the list of findings is the way of the keyboard */}
      <div
        ref={box}
        className="fill sunken pad-5 focus-inside overflow-auto"
        role="region"
        aria-label={t('Pages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        onScroll={place.look}
        onClick={select}
      >
        {count === 0 && <p className="t3 text-centre">{isPurged ? t('Content deleted') : t('The document has not been read yet.')}</p>}
        <div
          className="stack gap-5 mx-auto"
          style={view === 'picture' ? { width: `${(ZOOMS[zoom] ?? 1) * 100}%` } : { fontSize: `${(ZOOMS[zoom] ?? 1) * 0.875}rem` }}
        >
          {numbers.map((page) =>
            view === 'picture' ? (
              <PageView key={page} record={record.id} number={page} entities={byPage.get(page) ?? NONE} current={current} />
            ) : (
              <div
                key={page}
                className={`clipped surface outlined round-s relative ${documentStyles.pageSheet} ${recordsStyles.isText}`}
                data-part="page-sheet"
                data-page={page}
              >
                <TextOfPage number={page} text={texts[page - 1] ?? ''} entities={byPage.get(page) ?? NONE} current={current} />
              </div>
            ),
          )}
        </div>
      </div>
    </section>
  )
}
