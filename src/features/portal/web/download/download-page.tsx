import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconFileCode, IconFileTypePdf } from '@tabler/icons-react'
import { downloadOwnData, getOwnDownloads } from '#calls/portal/contract-data.ts'
import { fetchFile, messageOf, query, saveBlob } from '#web/calls/api.ts'
import { dateTime, today } from '#web/text/format.ts'
import { language, t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import styles from './download.module.css'

const types = { json: 'application/json', pdf: 'application/pdf' } as const
type Kind = keyof typeof types

const save = async (kind: Kind) => {
  const { blob } = await fetchFile(downloadOwnData, { query: { language: language() } }, { accept: types[kind] })
  saveBlob(blob, `${t('My health record')} ${today()}.${kind}`)
}

const Last = () => {
  const { data } = useQuery(query(getOwnDownloads))
  if (!data) return null
  return (
    <p className="t3 num">
      {data.downloaded_at === null
        ? t('You have not downloaded your record yet.')
        : t('Last downloaded on {when}', { when: dateTime(data.downloaded_at) })}
    </p>
  )
}

/** Takes the patient's whole record away: to read, or for another system. */
export const DownloadPage = () => {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: save,
    onSuccess: () => {
      void queryClient.invalidateQueries()
      toast.done(t('Your record is now saved on this device.'))
    },
  })
  const button = (kind: Kind, label: string, Sign: typeof IconFileCode) => (
    <Button
      size="lg"
      fullWidth
      variant={kind === 'pdf' ? 'filled' : 'default'}
      leftSection={<Sign size={22} stroke={1.5} aria-hidden />}
      loading={isPending && variables === kind}
      disabled={isPending}
      onClick={() => mutate(kind)}
    >
      {label}
    </Button>
  )
  return (
    <Page title={t('Download my data')} narrow>
      <p>
        {t(
          'This file has what the clinic has on record about you. It has your details, visits, signed notes, medicines and results. It has your bills, appointments and messages. It also shows who opened your record.',
        )}
      </p>
      <p>{t('Not included: notes between staff, unsigned notes and results that are not released yet.')}</p>
      <Note tone="attention">{t('Keep the file safe: anyone who has it can read your health record.')}</Note>
      <div className={`stack gap-5 ${styles.dataButtons}`}>
        {button('pdf', t('PDF, to read and print'), IconFileTypePdf)}
        {button('json', t('JSON, for another clinic’s system'), IconFileCode)}
      </div>
      <div role="status">{isPending && t('Preparing your record. This may take a few seconds.')}</div>
      {error && (
        <Note tone="critical" alert>
          {messageOf(error)}
        </Note>
      )}
      <Last />
    </Page>
  )
}
