// A style sheet has no names: the bundler links it to the page.
declare module '*.css';
