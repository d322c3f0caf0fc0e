// Style sheets export nothing; the bundler links them to the page.
declare module '*.css';
