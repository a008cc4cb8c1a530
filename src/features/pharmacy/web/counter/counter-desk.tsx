import { Button, Kbd } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { ago, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys, keyLabel } from '#web/keyboard/keys.ts'
import { Note, Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { focusNext } from '#web/keyboard/focus-next.ts'
import { refuseLine } from '#features/pharmacy/contract.ts'
import { offered } from './counter-lines.ts'
import { CounterRow } from './counter-row.tsx'
import type { AtCounter, CounterLine } from './counter-types.ts'
import { type Action, actionKeys, actionLabel } from './line-actions.ts'
import type { Counter } from './use-counter.ts'
import { usePackScans } from './use-pack-scans.ts'
import styles from './lines.module.css'

const DISPENSE_KEYS = 'Mod+Enter'

const word = ({ count, isHeld, unsettled, handing }: Counter) => {
  if (isHeld) return handing.mayDispenseUnpaid ? t('Dispense before payment') : t('Payment required')
  if (unsettled.length > 0)
    return t('{count, plural, one {Override # warning and dispense} other {Override # warnings and dispense}}', { count: unsettled.length })
  return t('{count, plural, one {Dispense # line} other {Dispense # lines}}', { count })
}

/** What it comes to, what stands against it, and the button that hands it out. */
const CounterFoot = ({ counter, isExpired }: { counter: Counter; isExpired: boolean }) => {
  const { handing, count, total, isHeld, wrong, unsettled } = counter
  const label = word(counter)
  const isBarred = isExpired || count === 0 || wrong !== undefined || (isHeld && !handing.mayDispenseUnpaid)
  useKeys([
    {
      keys: DISPENSE_KEYS,
      label: t('Dispense'),
      run: () => (isBarred ? document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus() : handing.dispense()),
    },
  ])
  return (
    <footer className={`doc-foot ${styles.foot}`}>
      {handing.trouble && handing.trouble.text !== '' && (
        <div className={styles.trouble}>
          <Note tone="critical" alert>
            {handing.trouble.text}
          </Note>
        </div>
      )}
      {isHeld && !isExpired && <Status tone="attention">{t('Not paid yet')}</Status>}
      {unsettled.length > 0 && (
        <Status tone="critical">
          {t('{count, plural, one {# warning needs a reason} other {# warnings need a reason}}', { count: unsettled.length })}
        </Status>
      )}
      <span className="grow" />
      {total !== null && (
        <span className={`num strong ${styles.total}`} data-part="ct-total">
          {money(total, { withCurrency: true })}
        </span>
      )}
      <Button
        className="phone-own-line"
        data-part="ct-hand-out"
        variant="filled"
        color={unsettled.length > 0 ? 'var(--k-critical)' : undefined}
        disabled={isBarred}
        loading={handing.isRunning}
        aria-keyshortcuts="Control+Enter"
        rightSection={<Kbd className="not-phone">{keyLabel(DISPENSE_KEYS)}</Kbd>}
        onClick={handing.dispense}
      >
        {label}
      </Button>
    </footer>
  )
}

const OverrideDialog = lazy(async () => ({ default: (await import('#features/prescriptions/web/override-dialog.tsx')).OverrideDialog }))
const SubstituteDialog = lazy(async () => ({ default: (await import('./substitute-dialog.tsx')).SubstituteDialog }))
const BatchesDialog = lazy(async () => ({ default: (await import('./batches-dialog.tsx')).BatchesDialog }))

interface Open {
  action: Action
  line: CounterLine
  item?: number
}

const boxes = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLInputElement>('[data-quantity]') ?? [])]
const boxOf = (list: HTMLElement | null, line: number) => list?.querySelector<HTMLInputElement>(`[data-line="${line}"] [data-quantity]`)

/** Enter and the arrows go down the boxes; after the last comes the button. */
const walk = (list: HTMLElement | null, event: KeyboardEvent<HTMLInputElement>) => {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const all = boxes(list)
  const next = all[all.indexOf(event.currentTarget) + step]
  if (next) next.focus()
  else if (event.key === 'Enter') document.querySelector<HTMLElement>('[data-part="ct-hand-out"]')?.focus()
}

/** The dialog of an action on a line, while one is open. */
const Dialogs = ({ open, counter, store, close }: { open: Open | null; counter: Counter; store: number; close: () => void }) => {
  const { typed, handing, warnings, lines } = counter
  const nameOf = (item: number) => {
    const line = lines.find((one) => offered(one, typed.typed[one.id]).item === item)
    return line ? offered(line, typed.typed[line.id]).name : ''
  }
  return (
    <Suspense>
      {open?.action === 'substitute' && (
        <SubstituteDialog
          line={open.line}
          store={store}
          item={open.item}
          onChoose={(other) => {
            typed.change(open.line.id, () => ({ other }))
            close()
          }}
          onClose={close}
        />
      )}
      {open?.action === 'batches' && (
        <BatchesDialog
          line={open.line}
          typed={typed.typed[open.line.id] ?? {}}
          onChoose={(units, batches, batch_reason) => {
            typed.change(open.line.id, (before) => ({ ...before, units: String(units), batches, batch_reason }))
            close()
          }}
          onClose={close}
        />
      )}
      {handing.unsafe && (
        <OverrideDialog
          title={t('This may harm the patient')}
          warnings={handing.unsafe.warnings}
          nameOf={nameOf}
          reasons={handing.reasons}
          given={lines.flatMap(({ overrides }) => overrides)}
          onReason={handing.onReason}
          action={t('{count, plural, one {Override # warning and dispense} other {Override # warnings and dispense}}', {
            count: warnings.length === 0 ? 1 : handing.unsafe.warnings.length,
          })}
          onConfirm={(overrides) => handing.unsafe?.answer(overrides)}
          onBack={() => handing.unsafe?.answer(null)}
        />
      )}
    </Suspense>
  )
}

const useActions = (counter: Counter) => {
  const [open, setOpen] = useState<Open | null>(null)
  const { run } = useAction()
  const refuse = async (line: CounterLine) => {
    const reason = await askReason({
      title: t('Refuse {item}', { item: line.item_name }),
      text: t('No more of it is dispensed, and its charge is reversed. The prescriber sees the reason.'),
      action: t('Refuse'),
      isGrave: true,
    })
    if (reason === null) return
    run(
      () => call(refuseLine, { params: { id: line.id }, body: { reason, version: line.version } }),
      t('{item} is refused.', { item: line.item_name }),
    )
  }
  const start = (action: Action, line: CounterLine) => (action === 'refuse' ? void refuse(line) : setOpen({ action, line }))
  const onCursor = () => {
    const at = Number(document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset['line'])
    return counter.lines.find(({ id }) => id === at) ?? (counter.lines.length === 1 ? counter.lines[0] : undefined)
  }
  useKeys(
    (['substitute', 'batches', 'refuse'] as const).map((action) => ({
      keys: actionKeys[action],
      label: actionLabel(action),
      run: () => {
        const line = onCursor()
        if (line) start(action, line)
      },
    })),
  )
  return { open, start, setOpen }
}

/** The open lines of a prescription, to be counted out, scanned and handed out by keyboard. */
export const CounterDesk = ({
  atCounter: prescription,
  counter,
  children,
}: {
  atCounter: AtCounter
  counter: Counter
  children: ReactNode
}) => {
  const { lines, typed, preview, warnings, handing } = counter
  const list = useRef<HTMLUListElement>(null)
  const { open, start, setOpen } = useActions(counter)
  const { alarm, silence } = usePackScans({
    lines: prescription.prescribed_drugs,
    store: prescription.store,
    typed,
    isOn: open === null && handing.unsafe === null,
    onFound: (line) => boxOf(list.current, line)?.focus(),
  })
  // The hands begin in the first box; the frame, which brings the focus to the top of a new page, comes first.
  useEffect(() => focusNext(() => boxes(list.current)[0]), [])
  return (
    <>
      {typed.restoredAt !== null && (
        <Note tone="waiting">
          <span className="row">
            <span className="grow">
              {t('Draft restored')} · {ago(typed.restoredAt)}
            </span>
            <Button size="compact-sm" onClick={typed.clear}>
              {t('Discard draft')}
            </Button>
          </span>
        </Note>
      )}
      <div aria-live="assertive" className={`sticky-top layer-2 ${styles.alarm}`} data-part="ct-alarm">
        {alarm && (
          <div className="note" data-tone="critical">
            <IconVolume size={20} aria-hidden />
            <b className="text-l strong grow">{alarm.text}</b>
            {alarm.instead && (
              <Button
                onClick={() => {
                  if (alarm.instead) setOpen({ action: 'substitute', ...alarm.instead })
                  silence()
                }}
              >
                {t('Dispense it instead')}…
              </Button>
            )}
            <Button onClick={silence}>{t('Dismiss')}</Button>
          </div>
        )}
      </div>
      <ul ref={list} className="panel measured" aria-label={t('To dispense')}>
        {lines.map((line) => {
          const message = typed.typed[line.id] ?? {}
          return (
            <CounterRow
              key={line.id}
              line={line}
              typed={message}
              preview={preview.findLine(line.id)}
              warnings={warnings.filter(
                (one) => one.line === String(offered(line, message).item) && !prescription.settled.includes(one.key),
              )}
              error={handing.trouble?.ofLines[line.id] ?? preview.errorOf(line.id)}
              onTyped={(by) => typed.change(line.id, by)}
              onAction={(action) => start(action, line)}
              onKey={(event) => walk(list.current, event)}
            />
          )
        })}
      </ul>
      {children}
      <CounterFoot counter={counter} isExpired={prescription.is_expired} />
      <Dialogs open={open} counter={counter} store={prescription.store} close={() => setOpen(null)} />
    </>
  )
}
