import { Button, Kbd } from '@mantine/core'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { Note, Status } from '#web/ui/status.tsx'
import type { Counter } from './use-counter.ts'

const HAND_OUT = 'Mod+Enter'

const word = ({ count, isHeld, unsettled, handing }: Counter) => {
  if (isHeld) return handing.mayHandOutUnpaid ? t('Hand out before it is paid') : t('To be paid first')
  if (unsettled.length > 0) return t('Hand out against {{count}} warnings', { count: unsettled.length })
  return t('Hand out {{count}} lines', { count })
}

/** What it comes to, what stands against it, and the button that hands it out. */
export const CounterFoot = ({ of, isExpired }: { of: Counter; isExpired: boolean }) => {
  const { handing, count, total, isHeld, wrong, unsettled } = of
  const label = word(of)
  const isBarred = isExpired || count === 0 || wrong !== undefined || (isHeld && !handing.mayHandOutUnpaid)
  useKeys([
    {
      keys: HAND_OUT,
      label: t('Hand out'),
      run: () => (isBarred ? document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus() : handing.handOut()),
    },
  ])
  return (
    <footer className="doc-foot ct-foot">
      {handing.trouble && handing.trouble.text !== '' && (
        <div className="ct-trouble">
          <Note tone="critical" alert>
            {handing.trouble.text}
          </Note>
        </div>
      )}
      {isHeld && !isExpired && <Status tone="attention">{t('Not paid yet')}</Status>}
      {unsettled.length > 0 && <Status tone="critical">{t('{{count}} warnings need a reason', { count: unsettled.length })}</Status>}
      <span className="grow" />
      {total !== null && <span className="num ct-total">{money(total, { withCurrency: true })}</span>}
      <Button
        className="ct-hand-out"
        variant="filled"
        color={unsettled.length > 0 ? 'var(--k-critical)' : undefined}
        disabled={isBarred}
        loading={handing.isRunning}
        aria-keyshortcuts="Control+Enter"
        rightSection={<Kbd className="not-phone">{keyLabel(HAND_OUT)}</Kbd>}
        onClick={handing.handOut}
      >
        {label}
      </Button>
    </footer>
  )
}
