import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconPhotoUp } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import { ApiError, call, fetchFile, messageOf } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'
import { type Company, getLogo, updateCompany } from '../contract.ts'
import styles from './company.module.css'

interface Props {
  company: Company
  version: number
  onSaved: (version: number) => void
}

const { maxBytes, types } = updateCompany.files.logo
const MEGABYTE = 1_048_576

/** Why a file cannot be the logo, in words; null when it can be tried. The server looks again, at the content. */
const refusalOf = (file: File): string | null => {
  if (!(types as readonly string[]).includes(file.type)) return t('Choose a PNG, JPEG or WebP image.')
  if (file.size > maxBytes) return t('The image is too large. Maximum: {n} MB.', { n: maxBytes / MEGABYTE })
  return null
}

/** The picture as an address that needs no giving back: a logo is small. */
const addressOf = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read.')))
    reader.readAsDataURL(picture)
  })

const errorOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 412
    ? t('Another user changed the clinic’s details. Reload the page, then choose the logo.')
    : error instanceof ApiError && error.fields['logo']
      ? error.fields['logo'].map((text) => t(text)).join(' ')
      : messageOf(error)

/** The logo with its preview: dropped, chosen or removed; the server draws it anew, so nothing but the picture is kept. */
export const ClinicLogo = ({ company, version, onSaved }: Props) => {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { data: logo } = useQuery({
    queryKey: [getLogo.path, company.version],
    queryFn: async () => addressOf((await fetchFile(getLogo)).blob),
    enabled: company.has_logo,
  })
  const shown = company.has_logo ? logo : undefined
  const save = useMutation({
    mutationFn: (file: File | null) =>
      call(
        updateCompany,
        { body: { name: company.name, version, ...(file ? {} : { remove_logo: true as const }) } },
        { files: { logo: file } },
      ),
    onSuccess: (saved, file) => {
      onSaved(saved.version)
      void queryClient.invalidateQueries()
      toast.done(file ? t('Logo saved.') : t('Logo removed.'))
    },
    onError: (error) => setRefusal(errorOf(error)),
  })
  const take = (file: File | undefined) => {
    if (!file) return
    const why = refusalOf(file)
    setRefusal(why)
    if (why === null) save.mutate(file)
  }
  const remove = async () => {
    const isMeant = await confirm({
      title: t('Remove the logo?'),
      text: t('Documents will be printed without it from now on.'),
      action: t('Remove logo'),
      isGrave: true,
    })
    if (isMeant) save.mutate(null)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <section className="section" aria-label={t('Logo')}>
      <h2>{t('Logo')}</h2>
      <p>{t('PNG, JPEG or WebP, up to {n} MB; larger images are scaled down to 512 pixels a side.', { n: maxBytes / MEGABYTE })}</p>
      <div className="form-stack">
        {refusal !== null && (
          <Note tone="critical" alert>
            {refusal}
          </Note>
        )}
        <div
          className={`in-row round-l gap-6 pad-6 phone-column phone-stretch ${styles.logoDrop}`}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <div className={`t3 grid centred rigid clipped outlined round-l ${styles.logoFrame}`}>
            {shown ? (
              <img src={shown} alt={t('Logo of {name}', { name: company.name })} />
            ) : (
              <IconPhotoUp size={32} stroke={1.25} aria-hidden />
            )}
          </div>
          <div className="gap-4 form-stack">
            <span className="t2">
              {company.has_logo ? t('Drop another image here, or choose one.') : t('Drop an image here, or choose one.')}
            </span>
            <div className="row wrap">
              <Button loading={save.isPending} onClick={() => input.current?.click()}>
                {t('Choose image')}
              </Button>
              {company.has_logo && (
                <Button disabled={save.isPending} onClick={() => void remove()}>
                  {t('Remove logo')}
                </Button>
              )}
            </div>
          </div>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('Choose image')}
            accept={types.join(',')}
            onChange={(event) => {
              take(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </div>
      </div>
    </section>
  )
}
