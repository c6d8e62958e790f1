declare module '*.gcf' {
  const text: string;
  export default text;
}
