import { Button } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n.ts'
import { useAction } from '#web/calls/use-action.ts'
import type { Attachment } from '../contract.ts'
import styles from './announcements.module.css'

const Shown = ({ blob, name }: { blob: Blob; name: string }) => {
  const [address] = useState(() => URL.createObjectURL(blob))
  // An address of the browser's memory is given back when the picture is gone.
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img src={address} alt={name} />
}
const Picture = ({ attachment: { id, name, type }, load }: { attachment: Attachment; load: Props['load'] }) => {
  const { data } = useQuery({
    queryKey: ['announcement file', id],
    queryFn: async () => new Blob([await load(id)], { type }),
    staleTime: Infinity,
    gcTime: 0,
  })
  return data && <Shown blob={data} name={name} />
}

interface Props {
  files: readonly Attachment[]
  /** Fetches a file with the person's own right. */
  load: (id: number) => Promise<Blob>
  /** Saves a file, or opens it in a tab of its own. */
  save: (id: number, open: boolean) => Promise<void>
}

/** The files of an announcement: pictures in sight, all of them to be opened or saved. */
export const Attachments = ({ files, load, save }: Props) => {
  const { run, isRunning } = useAction()
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={t('Files')}>
      {files.map((file) => (
        <li key={file.id} className="form-stack">
          {file.type !== 'application/pdf' && <Picture attachment={file} load={load} />}
          <span className="row wrap">
            <bdi className="grow clip">{file.name}</bdi>
            {file.type === 'application/pdf' && (
              <Button
                loading={isRunning}
                leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
                onClick={() => run(() => save(file.id, true))}
              >
                {t('Open')}
              </Button>
            )}
            <Button
              loading={isRunning}
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              onClick={() => run(() => save(file.id, false))}
            >
              {t('Download')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
