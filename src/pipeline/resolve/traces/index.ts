import { csharp } from './csharp.ts';
import { generic } from './generic.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import type { TraceDialect } from './trace-dialect.ts';

/** Tried in this order; the first that knows a line owns it, so the vaguest stands last. */
export const TRACE_DIALECTS: readonly TraceDialect[] = [java, csharp, python, javascript, rust, go, php, ruby, generic];
