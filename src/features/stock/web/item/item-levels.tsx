import { lazy, Suspense, type FocusEvent, type KeyboardEvent, useState } from 'react'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { replaceLevel, type StockLevel } from '#features/stock/contract-items.ts'
import { type Box, isSameLevel, levelTexts, readLevel, type Broken, type LevelTexts } from './level-values.ts'
import { StockStatus } from '../stock-status.tsx'
import type { StockItemCard } from '../stock-types.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import type { Clash } from '#web/forms/form.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import styles from './item.module.css'

type Texts = LevelTexts & Record<string, unknown>
interface Change {
  typed: LevelTexts
  version: number
  isUndo?: boolean
}

const sentenceOf = ({ box, why }: Broken) => {
  if (why === 'number' || box === 'minimum') return t('Enter a whole number, zero or more.')
  return box === 'maximum' ? t('The maximum cannot be below the reorder level.') : t('The reorder level cannot be below the minimum.')
}

/** What a store should have of an item, changed where it stands: saved when the row is left or with Enter, taken back with Esc. */
const useLevel = (item: number, level: StockLevel) => {
  const [typed, setTyped] = useState<LevelTexts | null>(null)
  const [broken, setBroken] = useState<{ box: Box; why: string } | null>(null)
  const [clash, setClash] = useState<Clash<Texts> | null>(null)
  const save = useMutation({
    mutationFn: ({ typed: texts, version }: Change) => {
      const read = readLevel(texts)
      if ('box' in read) throw new Error(sentenceOf(read))
      return call(replaceLevel, { params: { id: item, store: level.store }, body: { ...read, version } })
    },
    onSuccess: (saved, { isUndo }) => {
      setTyped(null)
      setBroken(null)
      void queryClient.invalidateQueries()
      const before = levelTexts(level)
      const undo = { label: t('Undo'), run: () => save.mutate({ typed: before, version: saved.version, isUndo: true }) }
      toast.done(t('Levels of {store} saved.', { store: level.store_name }), isUndo ? undefined : undo)
    },
    onError: (error, { typed: mine }) => {
      if (!(error instanceof ApiError)) return toast.failed(messageOf(error))
      const current = error.body['current'] as StockLevel | undefined
      if (error.status === 412 && current) return showClash(mine, current)
      const [box, why] = Object.entries(error.fields).find(([name]) => name in mine) ?? []
      if (box && why) setBroken({ box: box as Box, why: why.map((text) => t(text)).join(' ') })
      else toast.failed(error)
    },
  })
  const showClash = (mine: LevelTexts, current: StockLevel) =>
    setClash({
      mine: { ...mine },
      theirs: { ...levelTexts(current) },
      keepMine: () => {
        setClash(null)
        save.mutate({ typed: mine, version: current.version })
      },
      takeTheirs: () => {
        setClash(null)
        setTyped(null)
        void queryClient.invalidateQueries()
      },
      close: () => setClash(null),
    })
  return {
    texts: typed ?? levelTexts(level),
    broken,
    clash,
    isSaving: save.isPending,
    type: (box: Box, text: string) => {
      setBroken(null)
      setTyped({ ...(typed ?? levelTexts(level)), [box]: text })
    },
    undo: () => {
      setTyped(null)
      setBroken(null)
    },
    /** Saves what differs from what is there. */
    send: () => {
      if (typed === null || save.isPending) return
      const read = readLevel(typed)
      if ('box' in read) return setBroken({ box: read.box, why: sentenceOf(read) })
      if (isSameLevel(read, level)) return setTyped(null)
      save.mutate({ typed, version: level.version })
    },
  }
}

const ClashDialog = lazy(async () => ({ default: (await import('#web/ui/clash-dialog.tsx')).ClashDialog }))

const boxes = ['minimum', 'reorder_level', 'maximum'] as const
const boxWord = (box: Box) => ({ minimum: t('Minimum'), reorder_level: t('Reorder level'), maximum: t('Maximum') })[box]

/** The same where there is no room. */
const shortWord = (box: Box) => ({ minimum: t('Min'), reorder_level: t('Reorder'), maximum: t('Max') })[box]

const quiet = (quantity: number) => (quantity === 0 ? <span className="t3">0</span> : number(quantity))

/** Enter and the arrows go to the same box of the row below or above, which saves the row that is left. */
const walk = (event: KeyboardEvent<HTMLInputElement>, box: Box, undo: () => void) => {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === 'Escape') undo()
  if (step === undefined) return
  event.preventDefault()
  const all = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>(`input[data-box="${box}"]`) ?? [])]
  const next = all[all.indexOf(event.currentTarget) + step]
  if (next) next.focus()
  else event.currentTarget.blur()
}

const Row = ({ item, level, mayChange }: { item: StockItemCard; level: StockLevel; mayChange: boolean }) => {
  const { texts, broken, clash, isSaving, type, undo, send } = useLevel(item.id, level)
  const leave = (event: FocusEvent<HTMLTableRowElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) send()
  }
  const reasonId = `level-${level.store}-wrong`
  return (
    <>
      <tr onBlur={leave} aria-busy={isSaving}>
        <th scope="row" title={level.store_name}>
          {level.store_name}
        </th>
        <td className={`not-phone ${styles.notNarrow}`}>
          {(level.usable > 0 || level.reorder_level > 0) && <StockStatus state={level} />}
        </td>
        <td className="r strong">{quiet(level.usable)}</td>
        <td className="r not-phone">{level.quarantined === 0 ? '' : number(level.quarantined)}</td>
        <td className="r not-phone">{level.in_transit === 0 ? '' : number(level.in_transit)}</td>
        <td className={`r not-phone ${styles.notNarrow}`}>{level.on_order === 0 ? '' : number(level.on_order)}</td>
        {boxes.map((box) => (
          <td key={box} className={`r ${styles.levelCell}`}>
            {mayChange ? (
              <input
                className={`cell-box text-end round-s pad-0-4 outlined-strong ${styles.levelBox} num`}
                data-box={box}
                inputMode="numeric"
                autoComplete="off"
                maxLength={9}
                placeholder="–"
                aria-label={`${boxWord(box)}: ${level.store_name}`}
                aria-invalid={broken?.box === box || undefined}
                aria-describedby={broken?.box === box ? reasonId : undefined}
                value={texts[box]}
                onFocus={(event) => event.currentTarget.select()}
                onChange={(event) => type(box, event.currentTarget.value)}
                onKeyDown={(event) => walk(event, box, undo)}
              />
            ) : (
              texts[box] || <span className="t3">–</span>
            )}
          </td>
        ))}
        <td className={`r not-phone ${styles.notNarrow}`}>{money(level.value)}</td>
      </tr>
      {broken && (
        <tr className={styles.levelWrong}>
          <td colSpan={10}>
            <span id={reasonId} role="alert">
              {broken.why}
            </span>
          </td>
        </tr>
      )}
      <Suspense>
        {clash && (
          <ClashDialog
            clash={clash}
            labels={{ minimum: boxWord('minimum'), reorder_level: boxWord('reorder_level'), maximum: boxWord('maximum') }}
          />
        )}
      </Suspense>
    </>
  )
}

/** What each store has of an item and should have; the levels are typed where they stand. */
export const ItemLevels = ({ item }: { item: StockItemCard }) => {
  const { can } = useRights()
  const mayChange = can(replaceLevel)
  return (
    <section className={`panel stack min-w-0 clipped ${styles.itemPart}`} aria-label={t('Stores')}>
      <div className="panel-head">
        <h2 className="grow">{t('Stores')}</h2>
        {mayChange && <span className="small t3 not-phone">{t('Type levels in the table; Enter saves.')}</span>}
      </div>
      <div className={`scroll-x ${styles.itemScroll}`}>
        <table className={`k-table row-heads no-last-line ${styles.levels}`} data-part="levels" aria-label={t('Stores')}>
          <thead>
            <tr>
              <th scope="col">{t('Store')}</th>
              <th scope="col" className={`not-phone ${styles.notNarrow}`} style={{ width: 128 }}>
                {t('Status')}
              </th>
              <th scope="col" className={`r ${styles.levelSum}`}>
                {t('Usable')}
              </th>
              <th scope="col" className="r not-phone" style={{ width: 96 }}>
                {t('In quarantine')}
              </th>
              <th scope="col" className="r not-phone" style={{ width: 88 }}>
                {t('In transit')}
              </th>
              <th scope="col" className={`r not-phone ${styles.notNarrow}`} style={{ width: 80 }}>
                {t('On order')}
              </th>
              {boxes.map((box) => (
                <th key={box} scope="col" className={`r ${styles.levelHead}`} aria-label={boxWord(box)}>
                  <span className="not-phone">{boxWord(box)}</span>
                  <span className={styles.levelShort}>{shortWord(box)}</span>
                </th>
              ))}
              <th scope="col" className={`r not-phone ${styles.notNarrow}`} style={{ width: 104 }}>
                {t('Value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {item.levels.map((level) => (
              <Row key={level.store} item={item} level={level} mayChange={mayChange} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
