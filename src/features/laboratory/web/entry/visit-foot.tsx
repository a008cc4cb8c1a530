import { Button, Kbd } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel } from '#web/keyboard/keys.ts'
import { Status } from '#web/ui/status.tsx'
import { countEntries } from '../results/entry-rules.ts'
import type { EntryRow } from '../results/work-types.ts'

interface Props {
  rows: readonly EntryRow[]
  /** How many this person may approve. */
  approvable: number
  unsaved: number
  mayApprove: boolean
  isRunning: boolean
  onApprove: () => void
}

/** How the tests of the visit stand, and the button that ends it. */
export const VisitFoot = ({ rows, approvable, unsaved, mayApprove, isRunning, onApprove }: Props) => {
  const { open, entered, approved } = countEntries(rows)
  const isOwn = entered > 0 && approvable === 0 && unsaved === 0
  return (
    <footer className="visit-foot num">
      {open > 0 && <Status tone="waiting">{t('{{n}} without result', { n: number(open) })}</Status>}
      {entered > 0 && <Status tone="progress">{t('{{n}} to approve', { n: number(entered) })}</Status>}
      {approved > 0 && <Status tone="done">{t('{{n}} approved', { n: number(approved) })}</Status>}
      {unsaved > 0 && <Status tone="attention">{t('{{count}} results not saved yet', { count: unsaved })}</Status>}
      <span className="grow" />
      {mayApprove && isOwn && <span className="t3">{t('You entered these: another person approves them.')}</span>}
      {mayApprove && entered + unsaved > 0 && (
        <Button
          variant="filled"
          loading={isRunning}
          disabled={approvable + unsaved === 0}
          leftSection={<IconCheck size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">{keyLabel('Mod+Enter')}</Kbd>}
          onClick={onApprove}
        >
          {t('Approve {{count}} results', { count: approvable + unsaved })}
        </Button>
      )}
    </footer>
  )
}
