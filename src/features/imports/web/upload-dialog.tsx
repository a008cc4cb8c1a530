import { Button, Modal, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { uploadImport, type ImportKindName, type ImportKindShape } from '../contract.ts'
import { kindWord, IMPORTS } from './labels.tsx'

const errorOf = (error: unknown) =>
  error instanceof ApiError && error.fields['file'] ? error.fields['file'].map((text) => t(text)).join(' ') : messageOf(error)

/** The first step: what the rows are, and the file. Nothing is imported by it. */
export const UploadDialog = ({
  kinds,
  begin,
  onClose,
}: {
  kinds: readonly ImportKindShape[]
  /** The kind that whoever led here meant. */
  begin: ImportKindName | null
  onClose: () => void
}) => {
  const go = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const mine = kinds.filter(({ may }) => may.run)
  const [kind, setKind] = useState<ImportKindName | null>((mine.find((one) => one.kind === begin) ?? mine[0])?.kind ?? null)
  const sending = useMutation({
    mutationFn: (file: File) => call(uploadImport, { body: { kind: kind! } }, { files: { file } }),
    onSuccess: ({ id }) => void go(`${IMPORTS}/${id}`),
  })
  const take = (file: File | undefined) => {
    if (file && kind) sending.mutate(file)
  }
  return (
    <Modal opened onClose={onClose} title={t('Import file')} size="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        <Select
          label={t('Type of data')}
          allowDeselect={false}
          data={mine.map((one) => ({ value: one.kind, label: kindWord(one.kind) }))}
          value={kind}
          onChange={setKind}
        />
        {sending.error && (
          <Note tone="critical" alert>
            {errorOf(sending.error)}
          </Note>
        )}
        <div
          className="file-drop"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            take(event.dataTransfer.files[0])
          }}
        >
          <IconFileSpreadsheet size={28} stroke={1.25} aria-hidden />
          <span className="grow t2">{t('Drop a CSV or Excel file here, or choose one.')}</span>
          <Button variant="filled" loading={sending.isPending} onClick={() => input.current?.click()}>
            {t('Choose a file')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('Choose a file')}
            accept=".csv,.txt,.xlsx"
            onChange={(event) => {
              take(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </div>
        <div className="t3 small">
          {t('Up to 25 MB. Titles above the column names are ignored. Nothing is imported until you have seen the preview.')}
        </div>
      </div>
    </Modal>
  )
}
