import { Button, Kbd } from '@mantine/core'
import { IconHistory, IconPill, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { confirm } from '#web/dialogs.ts'
import { money } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keys.ts'
import { useRights } from '#web/rights.ts'
import { toast } from '#web/toast.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { createPrescription } from '../contract.ts'
import type { BasketLine } from './basket.ts'
import { FoldedLine } from './basket-line.tsx'
import { DrugSearch } from './drug-search.tsx'
import { LineEditor } from './line-editor.tsx'
import './prescribing.css'
import { printPrescription } from './print-prescription.ts'
import { wordsOf } from './say-directions.ts'
import { StandingLines } from './standing-lines.tsx'
import { useBasket, type BasketHandle } from './use-basket.ts'
import { isStanding } from './use-check.ts'
import { useStanding } from './use-standing.ts'

const RepeatDialog = lazy(async () => ({ default: (await import('./repeat-dialog.tsx')).RepeatDialog }))
const OverrideDialog = lazy(async () => ({ default: (await import('./override-dialog.tsx')).OverrideDialog }))

const SEARCH_KEY = 'Alt+P'
const REPEAT_KEY = 'Alt+L'
const SEND_KEY = 'Mod+O'

interface Props {
  visit: { id: number; closed_at?: string | null }
  patient: { id: number }
  /** Sum and button under the lines, where the panel stands alone; a tray has its own. */
  withFooter?: boolean
}

const Unsafe = ({ basket, onBack }: { basket: BasketHandle; onBack: () => void }) => {
  const { unsafe, lines, reasons, change } = basket
  if (!unsafe) return null
  const count = unsafe.warnings.filter(({ severity }) => severity === 'stop').length
  return (
    <Suspense>
      <OverrideDialog
        title={t('This may harm the patient')}
        warnings={unsafe.warnings}
        nameOf={(item) => lines.find((line) => line.item === item)?.name ?? ''}
        reasons={reasons}
        onReason={(key, reason) => change({ kind: 'reason', key, reason })}
        action={t('Prescribe against {{count}} warnings', { count })}
        onConfirm={(overrides) => unsafe.answer(overrides)}
        onBack={() => {
          unsafe.answer(null)
          onBack()
        }}
      />
    </Suspense>
  )
}

const Footer = ({ basket }: { basket: BasketHandle }) => {
  const { lines, total, sending, send, clear } = basket
  const sendAll = async () => {
    const count = lines.length
    if (count > 0 && (await send())) toast.done(t('{{count}} drugs are prescribed.', { count }))
  }
  const clearAll = async () => {
    if (await confirm({ title: t('Remove all lines that are not sent?'), action: t('Remove all'), isGrave: true })) clear()
  }
  useKeys([{ keys: SEND_KEY, label: t('Send the prescription'), run: () => void sendAll() }])
  return (
    <div className="rx-foot">
      {total !== null && (
        <span className="num">
          {t('Total')} <b>{money(total)}</b>
        </span>
      )}
      <span className="grow" />
      {lines.length > 1 && <Button onClick={() => void clearAll()}>{t('Remove all')}</Button>}
      <Button
        variant="filled"
        disabled={lines.length === 0}
        loading={sending}
        rightSection={<Kbd className="not-phone">{keyLabel(SEND_KEY)}</Kbd>}
        onClick={() => void sendAll()}
      >
        {lines.length === 0 ? t('Send') : t('Send {{count}} drugs', { count: lines.length })}
      </Button>
    </div>
  )
}

interface EntryProps extends Pick<Props, 'visit' | 'patient'> {
  basket: BasketHandle
  isRepeating: boolean
  onRepeat: (isRepeating: boolean) => void
}

const Entry = ({ visit, patient, basket, isRepeating, onRepeat: setRepeating }: EntryProps) => {
  const box = useRef<HTMLInputElement>(null)
  const { lines, open, change, check, failure } = basket
  const { standing } = check
  const toBox = () => setTimeout(() => box.current?.focus())
  const put = (line: BasketLine, isOpen: boolean) => {
    const known = lines.find(({ item }) => item === line.item)
    // What was typed for it already is not lost by choosing it again.
    change({ kind: 'put', line: known && line.directions === '' ? known : line, isOpen })
    if (!isOpen) toBox()
  }
  const remove = (item: number) => {
    change({ kind: 'remove', item })
    toBox()
  }
  useKeys([
    { keys: SEARCH_KEY, label: t('Prescribe a drug'), run: () => box.current?.focus() },
    { keys: REPEAT_KEY, label: t('Repeat the last prescription'), run: () => setRepeating(true) },
  ])
  return (
    <>
      {lines.length > 0 && (
        <ul className="rx-lines" aria-label={t('Not sent yet')}>
          {lines.map((line) => {
            const replaced = standing.find(({ item }) => item === line.item)
            return line.item === open ? (
              <LineEditor
                key={line.item}
                line={line}
                check={check.of(line.item)}
                isCurrent={check.isCurrent}
                replaces={replaced ? wordsOf(replaced) : null}
                onChange={(next) => change({ kind: 'put', line: next })}
                onRemove={() => remove(line.item)}
                onDone={() => {
                  change({ kind: 'open', item: null })
                  toBox()
                }}
              />
            ) : (
              <FoldedLine
                key={line.item}
                line={line}
                check={check.of(line.item)}
                isCurrent={check.isCurrent}
                replaces={replaced !== undefined}
                onOpen={() => change({ kind: 'open', item: line.item })}
                onRemove={() => remove(line.item)}
              />
            )
          })}
        </ul>
      )}
      {failure !== null && (
        <Note tone="critical" alert>
          {failure}
        </Note>
      )}
      {check.isFailed && lines.length > 0 && (
        <Note tone="attention">{t('The safety check could not be asked. It is made again when the lines are sent.')}</Note>
      )}
      <DrugSearch visit={visit.id} box={box} shortcut={SEARCH_KEY} onTake={put} />
      <Suspense>
        {isRepeating && (
          <RepeatDialog
            visit={visit.id}
            patient={patient.id}
            taken={new Set([...lines, ...standing].map(({ item }) => item))}
            onTake={(again) => {
              change(...again.map((line) => ({ kind: 'put' as const, line })))
              setRepeating(false)
              toBox()
            }}
            onClose={() => setRepeating(false)}
          />
        )}
      </Suspense>
      <Unsafe basket={basket} onBack={toBox} />
    </>
  )
}

/** The drugs of a visit in the tray of orders: what stands, what is being written, and the box that finds the next. */
export const PrescribePanel = ({ visit, patient, withFooter = false }: Props) => {
  const { can } = useRights()
  const { asked, drugs, prescription } = useStanding(visit.id)
  const basket = useBasket(visit.id, patient.id)
  const [isRepeating, setRepeating] = useState(false)
  const isClosed = Boolean(visit.closed_at)
  const mayWrite = can(createPrescription) && !isClosed
  const shown = drugs.filter((drug) => isStanding(drug) || drug.replaced_by === null)
  return (
    <section className="rx" aria-label={t('Drugs')}>
      <div className="rx-title">
        <IconPill size={16} stroke={1.5} aria-hidden />
        <h3 className="grow">{t('Drugs')}</h3>
        {mayWrite && (
          <Button
            className="rx-button no-print"
            variant="subtle"
            color="gray"
            leftSection={<IconHistory size={14} aria-hidden />}
            aria-keyshortcuts={REPEAT_KEY}
            title={keyLabel(REPEAT_KEY)}
            onClick={() => setRepeating(true)}
          >
            {t('Repeat last')}
          </Button>
        )}
        {prescription && shown.length > 0 && (
          <Button
            className="rx-button no-print"
            variant="subtle"
            color="gray"
            leftSection={<IconPrinter size={14} aria-hidden />}
            onClick={() => printPrescription(prescription.id)}
          >
            {t('Print')}
          </Button>
        )}
      </div>
      <FourStates of={asked} loading={<Loading rows={3} height={32} />}>
        {() =>
          shown.length > 0 ? (
            <StandingLines drugs={shown} isClosed={isClosed} onChange={(line) => basket.change({ kind: 'put', line, isOpen: true })} />
          ) : (
            basket.lines.length === 0 && <p className="rx-flush t3">{t('Nothing is prescribed in this visit.')}</p>
          )
        }
      </FourStates>
      {mayWrite && <Entry visit={visit} patient={patient} basket={basket} isRepeating={isRepeating} onRepeat={setRepeating} />}
      {mayWrite && withFooter && <Footer basket={basket} />}
    </section>
  )
}
