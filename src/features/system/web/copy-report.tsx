import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { listEquipment } from '#features/analysers/contract.ts'
import { getMessageSettings } from '#features/messages/contract-settings.ts'
import { call } from '#web/calls/api.ts'
import { copyText } from '#web/devices/copy-text.ts'
import { t } from '#web/i18n.ts'
import { useRights, type Rights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { getSystem, getSystemFigures } from '../contract.ts'
import { getSystemJobs } from '../contract-jobs.ts'
import { reportOf } from './report.ts'

const copyReport = async ({ can }: Rights) => {
  const [system, jobs, figures, messages, analysers] = await Promise.all([
    call(getSystem),
    call(getSystemJobs),
    call(getSystemFigures),
    can(getMessageSettings) ? call(getMessageSettings) : undefined,
    can(listEquipment) ? call(listEquipment, { query: {} }) : undefined,
  ])
  await copyText(reportOf({ system, jobs, figures, ...(messages && { messages }), ...(analysers && { analysers }) }))
}

/** Copies all of it as plain text, for whoever helps the clinic. */
export const CopyReport = () => {
  const rights = useRights()
  const copy = useMutation({
    mutationFn: () => copyReport(rights),
    onSuccess: () => toast.done(t('The report is copied. It names no person.')),
    onError: (error) => toast.failed(error),
  })
  return (
    <Button leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />} loading={copy.isPending} onClick={() => copy.mutate()}>
      {t('Copy report for support')}
    </Button>
  )
}
