import { useEffect, useRef, useState } from 'preact/hooks';

/** What part of a drawing is seen: its middle, and how many pixels a unit has. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const SCALE_LEAST = 0.1;
const SCALE_MOST = 6;
const KEY_STEP = 60;

/** Zooms by wheel, keys and buttons, and moves by dragging and arrows. `fitted` is where it starts and goes back to. */
export function useCamera(fitted: Camera) {
  const box = useRef<HTMLDivElement>(null);
  const [camera, setCamera] = useState<Camera | null>(null);
  const shown = camera ?? fitted;
  const latest = useRef(shown);
  latest.current = shown;

  const zoom = (factor: number, at: readonly [number, number] = [0, 0]) => {
    const { x, y, scale } = latest.current;
    const next = Math.min(SCALE_MOST, Math.max(SCALE_LEAST, scale * factor));
    // What is under the pointer stays there.
    setCamera({ x: x + at[0] / scale - at[0] / next, y: y + at[1] / scale - at[1] / next, scale: next });
  };
  const move = (byX: number, byY: number) => {
    const { x, y, scale } = latest.current;
    setCamera({ x: x - byX / scale, y: y - byY / scale, scale });
  };

  useEffect(() => {
    const place = box.current;
    if (!place) return;
    const fromMiddle = (event: MouseEvent): readonly [number, number] => {
      const { left, top, width, height } = place.getBoundingClientRect();
      return [event.clientX - left - width / 2, event.clientY - top - height / 2];
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), fromMiddle(event));
    };
    // The page must not scroll as well, which a listener that preact adds could not stop.
    place.addEventListener('wheel', wheel, { passive: false });
    return () => place.removeEventListener('wheel', wheel);
  }, []);

  return {
    box,
    camera: shown,
    zoom,
    fit: () => setCamera(null),
    handlers: useHandlers({ zoom, move, fit: () => setCamera(null) }),
  };
}

interface CameraMoves {
  zoom(factor: number): void;
  move(byX: number, byY: number): void;
  fit(): void;
}

// What the pointer and the keys do.
function useHandlers({ zoom, move, fit }: CameraMoves) {
  const dragged = useRef<{ readonly id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      dragged.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      const from = dragged.current;
      if (from?.id !== event.pointerId) return;
      move(event.clientX - from.x, event.clientY - from.y);
      dragged.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerUp: () => {
      dragged.current = null;
    },
    onPointerLeave: () => {
      dragged.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const act = {
        ArrowLeft: () => move(KEY_STEP, 0),
        ArrowRight: () => move(-KEY_STEP, 0),
        ArrowUp: () => move(0, KEY_STEP),
        ArrowDown: () => move(0, -KEY_STEP),
        '+': () => zoom(1.3),
        '-': () => zoom(1 / 1.3),
        '0': fit,
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    },
  };
}
