import { Button } from '@mantine/core'
import { IconExternalLink, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { t } from '../i18n.ts'
import { useKeys } from '../keyboard/keys.ts'
import { FourStates } from './four-states.tsx'
import { ToolButton } from './tool-button.tsx'
import styles from './sent-file.module.css'

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3] as const
const AS_IT_IS = 2

const useView = () => {
  const [zoom, setZoom] = useState(AS_IT_IS)
  const [turns, setTurns] = useState(0)
  const nearer = () => setZoom((at) => Math.min(at + 1, ZOOMS.length - 1))
  const farther = () => setZoom((at) => Math.max(at - 1, 0))
  const turn = () => setTurns((at) => (at + 1) % 4)
  useKeys([
    { keys: '=', label: t('Zoom in'), run: nearer },
    { keys: '-', label: t('Zoom out'), run: farther },
    { keys: 'R', label: t('Rotate image'), run: turn },
  ])
  return { scale: ZOOMS[zoom] ?? 1, turns, nearer, farther, turn, isNearest: zoom === ZOOMS.length - 1, isFarthest: zoom === 0 }
}

/** A picture that is enlarged, and turned by quarters, inside a box that scrolls. */
const Picture = ({ address, alt, foot }: { address: string; alt: string; foot: ReactNode }) => {
  const { scale, turns, nearer, farther, turn, isNearest, isFarthest } = useView()
  const [shape, setShape] = useState(1)
  const isLying = turns % 2 === 1
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys, too */}
      <div className={`overflow-auto ${styles.scroll}`} tabIndex={0} role="region" aria-label={t('The file')}>
        <div className={`relative mx-auto ${styles.turned}`} style={{ width: `${scale * 100}%`, aspectRatio: isLying ? 1 / shape : shape }}>
          <img
            src={address}
            alt={alt}
            style={{ width: isLying ? `${shape * 100}%` : '100%', transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setShape(naturalWidth / naturalHeight)}
          />
        </div>
      </div>
      <figcaption className="row wrap">
        <ToolButton label={t('Zoom out')} keys="-" disabled={isFarthest} run={farther}>
          <IconZoomOut size={18} stroke={1.5} aria-hidden />
        </ToolButton>
        <ToolButton label={t('Zoom in')} keys="=" disabled={isNearest} run={nearer}>
          <IconZoomIn size={18} stroke={1.5} aria-hidden />
        </ToolButton>
        <ToolButton label={t('Rotate image')} keys="R" run={turn}>
          <IconRotateClockwise size={18} stroke={1.5} aria-hidden />
        </ToolButton>
        {foot}
      </figcaption>
    </>
  )
}

const Shown = ({ blob, name, alt }: { blob: Blob; name: string; alt: string }) => {
  const [address] = useState(() => URL.createObjectURL(blob))
  // An address of the browser's memory is given back when the picture is gone.
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  const foot = (
    <>
      <span className="grow clip small t3">{name}</span>
      <Button leftSection={<IconExternalLink size={14} aria-hidden />} onClick={() => window.open(address, '_blank', 'noopener')}>
        {t('Open in new tab')}
      </Button>
    </>
  )
  return (
    <figure className={`stack gap-4 sticky-top ${styles.file}`}>
      {blob.type === 'application/pdf' ? (
        <>
          {/* eslint-disable-next-line react/iframe-missing-sandbox -- the browser's reader of PDF does not open in one; nothing but a PDF comes here */}
          <iframe src={`${address}#navpanes=0`} title={name} />
          <figcaption className="row wrap">{foot}</figcaption>
        </>
      ) : (
        <Picture address={address} alt={alt} foot={foot} />
      )}
    </figure>
  )
}

interface Props {
  /** Names what is read: the same file is fetched once while it is shown. */
  queryKey: QueryKey
  /** Fetches it with the person's own right; each look is in the access log. */
  load: () => Promise<Blob>
  file: { name: string; type: string }
  /** What a picture is of. */
  alt: string
}

/** A picture or PDF that somebody sent in: enlarged and turned, or opened alone. */
export const SentFile = ({ queryKey, load, file, alt }: Props) => {
  const asked = useQuery({
    queryKey,
    queryFn: async () => new Blob([await load()], { type: file.type }),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <FourStates query={asked} loading={<div className={`skeleton ${styles.wait}`} role="status" aria-label={t('Loading')} />}>
      {(blob) => <Shown blob={blob} name={file.name} alt={alt} />}
    </FourStates>
  )
}
