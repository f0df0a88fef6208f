// What JSX becomes; the build puts it into each file.

export { Fragment, h } from 'preact';
