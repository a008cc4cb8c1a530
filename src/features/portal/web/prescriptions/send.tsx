import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconCamera } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { createPrescriptionRequest } from '#calls/pharmacy/contract-requests.ts'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'

const MEGABYTE = 1_048_576
const { maxBytes, types } = createPrescriptionRequest.files.public_prescription

/** Why a file cannot be sent, in words; null when it can be tried. The server looks again, at the content. */
const refusalOf = (file: File): string | null => {
  if (!(types as readonly string[]).includes(file.type)) return t('Send a photo (JPEG or PNG) or a PDF.')
  return file.size > maxBytes ? t('The file is too large: {{n}} MB at most.', { n: maxBytes / MEGABYTE }) : null
}
const errorOf = (error: unknown): string =>
  error instanceof ApiError && error.fields['public_prescription']
    ? error.fields['public_prescription'].map((text) => t(text)).join(' ')
    : messageOf(error)

/** Sends a prescription to the clinic's pharmacy as photo or PDF. */
export const SendPrescription = ({ onSent }: { onSent: () => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [note, setNote] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: (chosen: File) =>
      call(createPrescriptionRequest, { body: { ...(note.trim() !== '' && { note }) } }, { files: { public_prescription: chosen } }),
    onSuccess: () => {
      setFile(null)
      setNote('')
      void queryClient.invalidateQueries()
      toast.done(t('Sent. The pharmacy answers here.'))
      onSent()
    },
  })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    sending.reset()
    const why = refusalOf(chosen)
    setRefusal(why)
    setFile(why === null ? chosen : null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file) sending.mutate(file)
  }
  const failure = refusal ?? (sending.error ? errorOf(sending.error) : null)
  return (
    <section className="section" aria-label={t('Send a prescription')}>
      <h2>{t('Send a prescription')}</h2>
      <p>{t('A photo or PDF of a prescription goes to our pharmacy; the answer appears here.')}</p>
      <form className="own-stack" onSubmit={submit}>
        <input
          ref={input}
          type="file"
          hidden
          accept={types.join(',')}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <Button leftSection={<IconCamera size={18} aria-hidden />} onClick={() => input.current?.click()}>
          {file ? file.name : t('Take a photo or choose a file')}
        </Button>
        {failure !== null && (
          <Note tone="critical" alert>
            {failure}
          </Note>
        )}
        {file && (
          <>
            <TextInput
              label={t('Message to the pharmacy')}
              autoComplete="off"
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Button type="submit" variant="filled" loading={sending.isPending}>
              {t('Send')}
            </Button>
          </>
        )}
      </form>
    </section>
  )
}
