import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useRights } from '#web/session/rights.ts'
import { printVisitSummary } from '../contract.ts'

/** Prints what the patient takes home of a visit of which a note is signed. */
export const PrintVisitSummary = ({ visit }: { visit: number }) => {
  const { can } = useRights()
  const [isPrinting, setPrinting] = useState(false)
  if (!can(printVisitSummary)) return null
  const print = () => {
    setPrinting(true)
    void download(printVisitSummary, { params: { id: visit }, query: {} }, { open: true })
      .catch(toast.failed)
      .finally(() => setPrinting(false))
  }
  return (
    <Button size="compact-sm" className="no-print" loading={isPrinting} leftSection={<IconPrinter size={14} aria-hidden />} onClick={print}>
      {t('Print visit summary')}
    </Button>
  )
}
